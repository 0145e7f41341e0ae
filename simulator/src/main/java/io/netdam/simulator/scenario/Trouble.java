package io.netdam.simulator.scenario;

/**
 * Something that goes wrong at a time.
 *
 * @param atNs when
 * @param kind what
 * @param target index of the device, client or host
 * @param lastsNs how long, where that has a meaning
 * @param option further choice
 */
public record Trouble(long atNs, Kind kind, int target, long lastsNs, int option) {
  /** What can go wrong. */
  public enum Kind {
    /** A device dies and begins a new epoch; option 1: its memory is lost. */
    CRASH,
    /** A device is stopped by plan and goes on; option: grace of a drain before it in ms. */
    PLANNED_RESTART,
    /** A client is killed and begins a new life; option 1: at the same address. */
    KILL,
    /** A socket of a client has another address; option: which. */
    MOVE,
    /** A client is told that all its paths are others. */
    CHANGE_PATHS,
    /** A client leaves its devices and comes back. */
    LEAVE,
    /** A host stands still. */
    STOP,
    /** A host is cut off; option: from which, −1 from all; one way if {@code lastsNs} is odd. */
    CUT,
    /** A host can send a few frames only each time it runs; option: how many. */
    NARROW,
    /** The network is worse. */
    STORM
  }
}
