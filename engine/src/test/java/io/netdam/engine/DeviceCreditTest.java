package io.netdam.engine;

import static io.netdam.engine.DeviceRig.LOCAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.transport.GrantBook;
import io.netdam.transport.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/**
 * Goal: credit keeps what many clients push at once within the receive buffer, and all of them get
 * the same; a lost acknowledgement stops nobody.
 */
class DeviceCreditTest {
  private static final int BUFFER = 212_992;

  @Test
  void aLoneClientGetsAheadFast() {
    DeviceRig rig = new DeviceRig();
    DeviceRig.Client client = rig.open(LOCAL, 1_024, 1_472);
    int ahead = 0;
    for (int i = 0; i < 2_000; i++) {
      client.resolved = i;
      Frame reply = client.add(i, 0, 1);
      ahead = reply.credit() - i - 1;
      assertThat(ahead).as("operation %d", i).isGreaterThanOrEqualTo(1);
    }
    assertThat(ahead).isGreaterThan(512);
  }

  @Test
  void aDeepQueueHoldsALoneClientBack() {
    DeviceRig rig = new DeviceRig();
    DeviceRig.Client client = rig.open(LOCAL, 1_024, 1_472);
    rig.engine.occupancy(200);
    int ahead = 0;
    for (int i = 0; i < 2_000; i++) {
      client.resolved = i;
      ahead = client.add(i, 0, 1).credit() - i - 1;
    }
    assertThat(ahead).isEqualTo(1);
    rig.engine.occupancy(0);
    for (int i = 2_000; i < 4_000; i++) {
      client.resolved = i;
      ahead = client.add(i, 0, 1).credit() - i - 1;
    }
    assertThat(ahead).isGreaterThan(512);
  }

  /** One of many clients that push as much as they may. */
  private static final class Pusher {
    final DeviceRig.Client client;
    long next;
    long resolved;
    long credit;

    Pusher(DeviceRig.Client client) {
      this.client = client;
    }

    boolean may() {
      return next < credit && next < resolved + client.window;
    }

    Frame frame(DeviceRig rig) {
      Frame frame =
          Frame.request(client.session, rig.nextPacket(), 1_472)
              .operation(next, (int) (next - resolved))
              .flags(Frame.QUIET)
              .core(0x21, Frame.DATA, 1_400, 0)
              .data(new byte[1_400]);
      next++;
      return frame;
    }

    void heard(Frame answer) {
      if (answer.kind() == Frame.REPLY || answer.kind() == Frame.ACK) {
        credit = Math.max(credit, Integer.toUnsignedLong(answer.credit()));
      }
      if (answer.kind() == Frame.ACK) {
        resolved = Math.max(resolved, answer.number());
      }
    }
  }

  @Test
  void manyClientsShareTheBufferFairlyAndOverrunNothing() {
    int clients = 128;
    DeviceRig rig = new DeviceRig(settings -> settings.sessionsMax(256).socketBufferBytes(BUFFER));
    List<Pusher> pushers = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      Path path = Path.ofIpv4(0x7F000001, 10_000 + i, 0);
      pushers.add(new Pusher(rig.open(path, 64, 1_472)));
    }
    // Everybody starts in the same instant, with what needs no credit: one frame.
    for (Pusher pusher : pushers) {
      pusher.credit = 1;
      rig.send(pusher.client.path, pusher.frame(rig).withTicket(pusher.client.ticket));
    }
    Queue<Frame> buffer = new ArrayDeque<>();
    Queue<Path> from = new ArrayDeque<>();
    int heard = 0;
    long[] before = new long[clients];
    long deepest = 0;
    for (int round = 0; round < 3_000; round++) {
      if (round == 1_000) {
        before = pushers.stream().mapToLong(pusher -> pusher.next).toArray();
      }
      rig.poll();
      for (; heard < rig.sent.size(); heard++) {
        DeviceRig.Sent sent = rig.sent.get(heard);
        pushers.get(sent.to().port() - 10_000).heard(sent.frame());
      }
      for (Pusher pusher : pushers) {
        while (pusher.may()) {
          buffer.add(pusher.frame(rig));
          from.add(pusher.client.path);
        }
      }
      // The device is slow: it takes 20 frames while the clients answer at once.
      deepest = Math.max(deepest, (long) buffer.size() * GrantBook.charge(1_472));
      rig.engine.occupancy((int) (255L * buffer.size() * GrantBook.charge(1_472) / BUFFER));
      for (int i = 0; i < 20 && !buffer.isEmpty(); i++) {
        rig.send(from.remove(), buffer.remove());
      }
      rig.now += 50_000;
    }
    assertThat(deepest).as("bytes of the buffer").isBetween(BUFFER / 4L, (long) BUFFER);
    long total = 0;
    long[] done = new long[clients];
    for (int i = 0; i < clients; i++) {
      done[i] = pushers.get(i).next - before[i];
      total += done[i];
    }
    assertThat(total).as("the device was busy").isGreaterThan(2_000L * 20 * 9 / 10);
    double mean = (double) total / clients;
    for (long each : done) {
      assertThat((double) each).isBetween(mean * 0.95, mean * 1.05);
    }
  }

  @Test
  void clientsThatStopDoNotStopTheOthers() {
    int clients = 128;
    DeviceRig rig = new DeviceRig(settings -> settings.sessionsMax(256).socketBufferBytes(BUFFER));
    List<Pusher> pushers = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      Path path = Path.ofIpv4(0x7F000001, 10_000 + i, 0);
      Pusher pusher = new Pusher(rig.open(path, 64, 1_472));
      pushers.add(pusher);
      pusher.credit = 1;
      rig.send(path, pusher.frame(rig).withTicket(pusher.client.ticket));
    }
    // Only the last ten go on.
    List<Pusher> active = pushers.subList(118, 128);
    int heard = 0;
    for (int round = 0; round < 400; round++) {
      long due = rig.poll();
      assertThat(due).isGreaterThanOrEqualTo(rig.now);
      for (; heard < rig.sent.size(); heard++) {
        DeviceRig.Sent sent = rig.sent.get(heard);
        pushers.get(sent.to().port() - 10_000).heard(sent.frame());
      }
      for (Pusher pusher : active) {
        while (pusher.may()) {
          rig.send(pusher.client.path, pusher.frame(rig));
        }
      }
      rig.now += 100_000;
    }
    for (Pusher pusher : active) {
      assertThat(pusher.next).isGreaterThan(100);
    }
  }

  @Test
  void aProbeBringsTheCreditThatWasLost() {
    DeviceRig rig = new DeviceRig();
    DeviceRig.Client client = rig.open(LOCAL, 4_096, 1_472);
    int credit = client.add(0, 0, 1).credit();
    long beyond = Math.max(credit, 200);
    rig.mute(LOCAL, client.addFrame(beyond, 0, 1));
    rig.poll();
    assertThat(rig.last().kind()).isEqualTo(Frame.ACK);
    assertThat(rig.last().credit()).isEqualTo(credit);
    assertThat(rig.word(0)).isEqualTo(1);
  }

  @Test
  void creditIsGrantedAgainAfterOperationsWereGivenUp() {
    DeviceRig rig = new DeviceRig();
    DeviceRig.Client client = rig.connected();
    // Nine of ten never arrive, and are given up.
    for (int i = 0; i < 1_000; i++) {
      client.resolved = 10L * i;
      Frame reply = rig.ask(client.addFrame(10L * i, 0, 1));
      assertThat(reply.status(0)).isZero();
      assertThat(reply.credit()).isGreaterThan(10 * i + 10);
    }
  }
}
