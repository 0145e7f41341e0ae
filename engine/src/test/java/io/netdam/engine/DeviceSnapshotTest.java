package io.netdam.engine;

import static io.netdam.engine.DeviceRig.LOCAL;
import static io.netdam.engine.DeviceRig.LOCAL_OTHER;
import static io.netdam.engine.DeviceRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Goal: after a planned restart a device goes on as if nothing had happened, or not at all. */
class DeviceSnapshotTest {
  private final DeviceRig before = new DeviceRig();

  private MemorySegment snapshot() {
    long bytes = before.engine.snapshotBytes();
    MemorySegment segment = Arena.ofAuto().allocate(bytes + 100, 8);
    segment.fill((byte) 0x77);
    before.engine.snapshot(before.now, segment);
    assertThat(segment.asSlice(bytes).toArray(ValueLayout.JAVA_BYTE)).containsOnly(0x77);
    return segment;
  }

  /** The device after the restart: another clock, another key at start, the same memory. */
  private DeviceRig restarted(MemorySegment snapshot) {
    DeviceRig after = fresh(settings -> settings);
    after.now = 5 * SECOND;
    assertThat(after.engine.restore(after.now, snapshot)).isTrue();
    after.memory.copyFrom(before.memory);
    return after;
  }

  private static DeviceRig fresh(UnaryOperator<DeviceSettings.Builder> change) {
    return new DeviceRig(settings ->
        change.apply(
            DeviceSettings.builder(DeviceRig.EPOCH, DeviceRig.key(2))
                .deviceId(0x1111, 0x2222)
                .firstSession(1)
                .sessionsMax(64)
                .windowBudget(4_096)
                .resultBytes(1 << 20)
                .leaseNs(DeviceRig.LEASE)
                .ticketLifeNs(DeviceRig.TICKET_LIFE)
                .frameBytes(1_472)));
  }

  @Test
  void sessionsAndGuardsGoOn() {
    DeviceRig.Client client = before.connected();
    DeviceRig.Client large = before.open(LOCAL_OTHER, 1_024, 1_472);
    client.resolved = 3;
    before.ask(client.addFrame(3, 0, 5));
    before.ask(client.addFrame(5, 0, 5));
    before.ask(client.addFrame(6, 4, 5));
    large.add(0, 8, 1);
    Frame keptRequest =
        Frame.request(client.session, 1, 64)
            .operation(7, 4)
            .core(0x30, 0, 1, 16)
            .core(0x20, 0, 700, 0);
    Frame kept = before.ask(keptRequest);
    long lastPacket = kept.packet();

    DeviceRig after = restarted(snapshot());
    assertThat(after.engine.sessions()).isEqualTo(2);
    Frame again = after.ask(client.addFrame(5, 0, 5));
    assertThat(again.repeated()).isTrue();
    assertThat(again.value(0)).isEqualTo(5);
    assertThat(again.packet()).isEqualTo(lastPacket + 1);
    assertThat(after.ask(client.addFrame(6, 0, 5)).status(0)).as("a refusal").isEqualTo(2);
    Frame keptAgain = after.ask(keptRequest);
    assertThat(keptAgain.repeated()).isTrue();
    assertThat(keptAgain.slice(48, kept.bytes.length)).isEqualTo(kept.slice(48, kept.bytes.length));
    client.resolved = 0;
    assertThat(after.ask(client.addFrame(2, 0, 5)).status(0)).as("BELOW_WINDOW").isEqualTo(6);
    client.resolved = 3;
    assertThat(after.ask(client.addFrame(4, 0, 5)).value(0)).as("it is new").isEqualTo(10);
    Frame largeAgain = after.ask(LOCAL_OTHER, large.addFrame(0, 8, 1));
    assertThat(largeAgain.repeated()).isTrue();
    large.resolved = 1;
    assertThat(after.ask(LOCAL_OTHER, large.addFrame(100, 8, 1)).kind())
        .as("the window is as large as it was")
        .isEqualTo(Frame.REPLY);
  }

  @Test
  void ticketsOnTheirWayStayGood() {
    DeviceRig.Client client = before.open();
    before.now += DeviceRig.TICKET_LIFE - 10;
    DeviceRig after = restarted(snapshot());
    after.now += 9;
    Frame reply = after.ask(client.addFrame(0, 0, 1).withTicket(client.ticket));
    assertThat(reply.kind()).isEqualTo(Frame.REPLY);
    DeviceRig.Client other = before.open();
    DeviceRig later = restarted(snapshot());
    later.now += DeviceRig.TICKET_LIFE;
    assertThat(later.ask(other.addFrame(0, 0, 1).withTicket(other.ticket)).kind())
        .isEqualTo(Frame.RETRY);
  }

  @Test
  void noSessionIdIsIssuedAgain() {
    before.open();
    before.open();
    DeviceRig after = restarted(snapshot());
    assertThat(after.open().session).isEqualTo(3);
  }

  @Test
  void leasesGoOnWithWhatTheyHadLeft() {
    DeviceRig.Client client = before.connected();
    before.now += DeviceRig.LEASE - SECOND;
    DeviceRig after = restarted(snapshot());
    after.now += SECOND / 2;
    after.poll();
    assertThat(after.engine.sessions()).isEqualTo(1);
    after.now += SECOND;
    long due = after.poll();
    assertThat(after.engine.sessions()).isZero();
    assertThat(due).isEqualTo(Long.MAX_VALUE);
    assertThat(after.ask(client.addFrame(0, 0, 1)).kind()).isEqualTo(Frame.RETRY);
  }

  @Test
  void deadlinesAreInTheRuntimesTime() {
    before.connected();
    DeviceRig after = restarted(snapshot());
    assertThat(after.poll() - after.now).isBetween(DeviceRig.LEASE / 2, DeviceRig.LEASE * 2);
  }

  @Test
  void aClosedNumberStaysClosed() {
    DeviceRig.Client client = before.open();
    client.add(0, 0, 1);
    before.send(Frame.of(Frame.CLOSE, 64).session(client.session));
    DeviceRig after = restarted(snapshot());
    assertThat(after.engine.sessions()).isZero();
    Frame late = after.ask(client.addFrame(0, 0, 1).withTicket(client.ticket));
    assertThat(late.kind()).isEqualTo(Frame.RETRY);
    assertThat(after.word(0)).isEqualTo(1);
    after.now += 2 * DeviceRig.TICKET_LIFE;
    assertThat(after.poll()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void everyAddressGoesOn() {
    DeviceRig.Client client = before.connected();
    Frame opened =
        before.ask(
            LOCAL_OTHER,
            Frame.open(0, 0, 5).flags(1).session(client.session).put(64, client.ticket));
    before.ask(LOCAL_OTHER, client.addFrame(0, 0, 1).withTicket(opened.slice(64, 128)));
    DeviceRig after = restarted(snapshot());
    assertThat(after.ask(LOCAL, client.addFrame(0, 0, 1)).repeated()).isTrue();
    assertThat(after.ask(LOCAL_OTHER, client.addFrame(0, 0, 1)).repeated()).isTrue();
  }

  @Test
  void anEmptyDeviceHasASnapshotToo() {
    DeviceRig after = restarted(snapshot());
    assertThat(after.open().add(0, 0, 1).status(0)).isZero();
  }

  @Test
  void noBitOfASnapshotMayChange() {
    DeviceRig.Client client = before.connected();
    before.ask(client.addFrame(0, 0, 1));
    MemorySegment snapshot = snapshot();
    long bytes = before.engine.snapshotBytes();
    DeviceRig after = fresh(settings -> settings);
    for (long at = 0; at < bytes; at += at < 128 ? 1 : 13) {
      byte old = snapshot.get(ValueLayout.JAVA_BYTE, at);
      snapshot.set(ValueLayout.JAVA_BYTE, at, (byte) (old ^ 0x10));
      assertThat(after.engine.restore(0, snapshot)).as("byte %d", at).isFalse();
      snapshot.set(ValueLayout.JAVA_BYTE, at, old);
    }
    assertThat(after.engine.sessions()).isZero();
    assertThat(after.engine.restore(0, snapshot.asSlice(0, bytes - 1))).isFalse();
    assertThat(after.engine.restore(0, snapshot.asSlice(0, 100))).isFalse();
    assertThat(after.engine.restore(0, snapshot)).isTrue();
  }

  @Test
  void aSnapshotOfAnotherDeviceEpochOrShapeIsRefused() {
    before.connected();
    DeviceRig.Client large = before.open(LOCAL_OTHER, 1_024, 1_472);
    large.add(0, 8, 1);
    MemorySegment snapshot = snapshot();
    List<UnaryOperator<DeviceSettings.Builder>> others = new ArrayList<>();
    others.add(settings -> settings.deviceId(0x1111, 0x2223));
    others.add(settings -> settings.deviceId(0x1112, 0x2222));
    others.add(settings -> settings.shard(1, 2));
    others.add(settings -> settings.sessionsMax(1));
    others.add(settings -> settings.windowDefault(128));
    others.add(settings -> settings.windowBudget(1_023));
    others.add(settings -> settings.resultBytes(1_000));
    for (UnaryOperator<DeviceSettings.Builder> other : others) {
      assertThat(fresh(other).engine.restore(0, snapshot)).isFalse();
    }
    DeviceRig otherEpoch =
        new DeviceRig(settings ->
            DeviceSettings.builder(DeviceRig.EPOCH + 1, DeviceRig.key(2)).deviceId(0x1111, 0x2222));
    assertThat(otherEpoch.engine.restore(0, snapshot)).isFalse();
  }
}
