package io.netdam.simulator.history;

import io.netdam.engine.Outcome;
import io.netdam.wire.Status;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a caller asked, and what it was told. Times are virtual, those of nobody's clock. */
public final class Call {
  /** Not yet. */
  public static final long NEVER = Long.MAX_VALUE;

  /** When in a run a call was made. */
  public enum Phase {
    /** Anything may go wrong. */
    HOSTILE,
    /** Just after everything was mended: sessions may be lost, but nothing else happens. */
    MENDED,
    /** Long after: everything has to work. */
    CALM
  }

  /** Its number in the run. */
  public final int number;

  /** Which client. */
  public final int client;

  /** Which life of which client: a client that was killed and started again is another. */
  public final int life;

  /** Which device. */
  public final int device;

  /** When it was made. */
  public final long invokedNs;

  /** When it had to end. */
  public final long deadlineNs;

  /** When in the run. */
  public final Phase phase;

  /** Whether its client keeps to its window. */
  public final boolean polite;

  /** What is asked, in order. */
  public final List<Step> steps = new ArrayList<>(1);

  /** Whether steps go on after a refusal. */
  public boolean continues;

  /** Whether all steps run, or none. */
  public boolean all;

  /** When it ended. */
  public long endedNs = NEVER;

  /** How many times it ended. */
  public int endings;

  /** How it ended. */
  public @Nullable Outcome outcome;

  /** What it was refused with, or the last refusal that was not final. */
  public Status status = Status.DONE;

  /** Whether its caller gave it up before the deadline. */
  public boolean cancelled;

  /** Whether its client was killed before it ended. */
  public boolean orphaned;

  /** Sessions that its client had lost to this device before it was made. */
  public long sessionsLostBefore;

  /** Sessions that its client had lost when it ended. */
  public long sessionsLostAfter;

  /** The first packet that carried it left then. */
  public long sentNs = NEVER;

  /** The session in which it was sent last; 0 if in none. */
  public long session;

  /** Whether it was sent in several sessions. */
  public boolean severalSessions;

  /** A call that was just made. */
  public Call(
      int number,
      int client,
      int life,
      int device,
      long invokedNs,
      long deadlineNs,
      Phase phase,
      boolean polite) {
    this.number = number;
    this.client = client;
    this.life = life;
    this.device = device;
    this.invokedNs = invokedNs;
    this.deadlineNs = deadlineNs;
    this.phase = phase;
    this.polite = polite;
  }

  /** Adds a step. */
  public void add(Step step) {
    step.call = this;
    step.index = steps.size();
    steps.add(step);
  }

  /** Whether a step changes memory. */
  public boolean changing() {
    for (Step step : steps) {
      if (step.changing()) {
        return true;
      }
    }
    return false;
  }

  /** Whether it ended so. */
  public boolean ended(Outcome how) {
    return outcome == how;
  }

  @Override
  public String toString() {
    return "call "
        + number
        + " of client "
        + client
        + " life "
        + life
        + " to device "
        + device
        + ": "
        + steps
        + (outcome == null ? " open" : " " + outcome)
        + (status == Status.DONE ? "" : " " + status)
        + ", asked at "
        + invokedNs
        + ", to end by "
        + deadlineNs
        + (endedNs == NEVER ? "" : ", ended at " + endedNs);
  }
}
