package io.netdam.engine;

import static io.netdam.engine.DeviceRig.LOCAL;
import static io.netdam.engine.DeviceRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.wire.Status;
import org.junit.jupiter.api.Test;

/** Goal: a draining device tells everybody, lets what is on its way run, and starts nothing new. */
class DeviceDrainTest {
  private final DeviceRig rig = new DeviceRig();

  @Test
  void tellsEveryClientTheGrace() {
    DeviceRig.Client one = rig.connected();
    DeviceRig.Client two = rig.connected(DeviceRig.TRUSTED);
    int before = rig.sent.size();
    rig.engine.drain(rig.now, 3 * SECOND, rig.box);
    assertThat(rig.sent).hasSize(before + 2);
    for (DeviceRig.Sent sent : rig.sent.subList(before, before + 2)) {
      Frame goAway = sent.frame();
      DeviceRig.assertSealed(goAway);
      assertThat(goAway.bytes).hasSize(64);
      assertThat(goAway.kind()).isEqualTo(Frame.GOAWAY);
      assertThat(goAway.get32(32)).isEqualTo(3_000);
      DeviceRig.Client client = goAway.session() == one.session ? one : two;
      assertThat(goAway.session()).isEqualTo(client.session);
      assertThat(sent.to()).isEqualTo(client.path);
    }
    rig.engine.drain(rig.now, SECOND, rig.box);
    rig.poll();
    assertThat(rig.sent).as("once").hasSize(before + 2);
  }

  @Test
  void goesOnTellingWhenThereIsRoomAgain() {
    for (int i = 0; i < 10; i++) {
      rig.connected();
    }
    rig.room = 4;
    rig.engine.drain(rig.now, SECOND, rig.box);
    int before = rig.sent.size();
    rig.room = 100;
    assertThat(rig.poll()).isEqualTo(rig.now + SECOND);
    assertThat(rig.sent).hasSize(before + 6);
  }

  @Test
  void runsChangesDuringTheGraceOnly() {
    DeviceRig.Client client = rig.connected();
    rig.engine.drain(rig.now, SECOND, rig.box);
    rig.now += SECOND - 1;
    assertThat(rig.ask(client.addFrame(0, 0, 1)).status(0)).isZero();
    assertThat(rig.engine.drained()).isFalse();
    rig.now += 1;
    assertThat(rig.ask(client.addFrame(1, 0, 1)).status(0)).isEqualTo(Status.DRAINING.code());
    assertThat(rig.ask(client.addFrame(0, 0, 1)).repeated()).as("what ran is known").isTrue();
    assertThat(rig.ask(Frame.read(client.session, 1, 0, 0, 8, 64)).get8(64)).isEqualTo(1);
    rig.poll();
    assertThat(rig.engine.drained()).isTrue();
    assertThat(rig.word(0)).isEqualTo(1);
  }

  @Test
  void makesNoSession() {
    rig.connected();
    rig.engine.drain(rig.now, SECOND, rig.box);
    Frame refused = rig.open().add(0, 0, 1);
    assertThat(refused.status(0)).isEqualTo(Status.DRAINING.code());
    assertThat(rig.engine.sessions()).isEqualTo(1);
    assertThat(rig.ask(Frame.of(Frame.CAPS, 128)).get32(96)).as("draining").isEqualTo(4);
  }

  @Test
  void isDrainedAtOnceWithoutSessions() {
    assertThat(rig.engine.drained()).isFalse();
    rig.engine.drain(rig.now, SECOND, rig.box);
    assertThat(rig.engine.drained()).isTrue();
  }

  @Test
  void isDrainedWhenTheLastClientHasClosed() {
    DeviceRig.Client client = rig.connected();
    rig.engine.drain(rig.now, SECOND, rig.box);
    assertThat(rig.engine.drained()).isFalse();
    rig.send(LOCAL, Frame.of(Frame.CLOSE, 64).session(client.session));
    assertThat(rig.engine.drained()).isTrue();
  }
}
