package io.netdam.cli.demo;

import java.util.List;

/** What goes wrong on the way in the hostile round: killed processes. */
final class Mishaps {

  /** The device that is stopped by SIGTERM and goes on in the same epoch. */
  static final int RESTARTED = 1;

  /** The device that is killed and comes back in a new epoch. */
  static final int CRASHED = 2;

  /** No device. */
  static final int NONE = -1;

  /** The share of a stage after which it happens. */
  private static final double WHEN = 0.3;

  /** Fewer would be done before anybody can be killed. */
  private static final int CRASH_INCREMENTS_MIN = 5_000;

  private final Round round;
  private final Fleet fleet;
  private boolean happened;

  Mishaps(Round round, Fleet fleet) {
    this.round = round;
    this.fleet = fleet;
  }

  /** Draws tickets; the last client is killed on the way. Returns the sequencer's value. */
  long ticketsWithKill() throws InterruptedException {
    Child victim = round.clients().getLast();
    Child[] dead = new Child[1];
    happened = false;
    long drawn =
        round.tickets(done -> {
          if (!happened && victim.progress() > WHEN * round.counts().tickets() / 4) {
            happened = true;
            unchecked(() -> count(List.of(victim), List.of()));
            victim.kill();
            round.clients().remove(victim);
            dead[0] = victim;
          }
        });
    requireHappened("the client to be killed was done before");
    return drawn;
  }

  /** Increments; a device is stopped by SIGTERM on the way and goes on with its file. */
  void incrementsWithRestart(long seed) throws InterruptedException {
    happened = false;
    int count = round.counts().increments();
    round.increments(
        "increment at random, 32 in flight, restart",
        count,
        seed,
        RESTARTED,
        done -> {
          if (!happened && done > WHEN * count) {
            happened = true;
            unchecked(this::restart);
          }
        });
    requireHappened("the increments were done before the restart");
  }

  private void restart() throws InterruptedException {
    long epoch = fleet.epoch(RESTARTED);
    Child device = fleet.child(RESTARTED);
    count(List.of(), List.of(device));
    device.terminate();
    if (fleet.restart(RESTARTED) != epoch) {
      throw new DemoException(
          device.name()
              + " has not gone on in its epoch after a planned stop"
              + device.complaints());
    }
    round.stage().say("device %d stopped by SIGTERM and restarted in the same epoch", RESTARTED);
  }

  /** Increments; a device is killed on the way and comes back in a new epoch. */
  void incrementsWithCrash(long seed) throws InterruptedException {
    happened = false;
    int count = Math.max(CRASH_INCREMENTS_MIN, round.counts().increments() / 5);
    round.increments(
        "increment at random, 32 in flight, crash",
        count,
        seed,
        CRASHED,
        done -> {
          if (!happened && done > WHEN * count) {
            happened = true;
            unchecked(this::crash);
          }
        });
    requireHappened("the increments were done before the crash");
  }

  private void crash() throws InterruptedException {
    long epoch = fleet.epoch(CRASHED);
    Child device = fleet.child(CRASHED);
    count(List.of(), List.of(device));
    device.kill();
    if (fleet.restart(CRASHED) <= epoch) {
      throw new DemoException(device.name() + " came back from a crash without a new epoch");
    }
    round.stage().say("device %d killed and restarted on its file in a new epoch", CRASHED);
  }

  /** What processes have counted that are about to end. */
  private void count(List<Child> clients, List<Child> devices) throws InterruptedException {
    round.stage().crew().counters(clients, round.clientSums());
    round.stage().crew().counters(devices, round.deviceSums());
  }

  private interface Step {
    void run() throws InterruptedException;
  }

  private static void unchecked(Step step) {
    try {
      step.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DemoException("interrupted", e);
    }
  }

  private void requireHappened(String otherwise) {
    if (!happened) {
      throw new DemoException(otherwise);
    }
  }
}
