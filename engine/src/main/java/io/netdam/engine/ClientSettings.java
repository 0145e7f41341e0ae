package io.netdam.engine;

import io.netdam.transport.CongestionControl;
import io.netdam.transport.Rules;
import io.netdam.wire.FrameLayout;

/**
 * What a client engine is told at start; its memory is fixed by these numbers. Immutable; made by
 * {@link #builder}, which checks every value against its range.
 */
public final class ClientSettings {
  private final int peersMax;
  private final int pathsMax;
  private final int operationsMax;
  private final int requestsMax;
  private final int windowWanted;
  private final int frameBytes;
  private final long sessionOperationsMax;
  private final long retryFirstNs;
  private final long retryMaxNs;
  private final long probeMinNs;
  private final long deadPathMinNs;
  private final CongestionControl.Factory congestion;
  private final Rules rules;

  private ClientSettings(Builder from) {
    this.peersMax = from.peersMax;
    this.pathsMax = from.pathsMax;
    this.operationsMax = from.operationsMax;
    this.requestsMax = Math.min(from.requestsMax, from.operationsMax);
    this.windowWanted = from.windowWanted;
    this.frameBytes = from.frameBytes;
    this.sessionOperationsMax = from.sessionOperationsMax;
    this.retryFirstNs = from.retryFirstNs;
    this.retryMaxNs = Math.max(from.retryMaxNs, from.retryFirstNs);
    this.probeMinNs = from.probeMinNs;
    this.deadPathMinNs = from.deadPathMinNs;
    this.congestion = from.congestion;
    this.rules = from.rules;
  }

  /** Settings with a default for each. */
  public static Builder builder() {
    return new Builder();
  }

  /** Most devices attached at a time. */
  public int peersMax() {
    return peersMax;
  }

  /** Most paths to one device. */
  public int pathsMax() {
    return pathsMax;
  }

  /** Most operations of one device that are accepted and have not ended. */
  public int operationsMax() {
    return operationsMax;
  }

  /** How many of these may be requests of several instructions; each holds a frame. */
  public int requestsMax() {
    return requestsMax;
  }

  /** The window asked for at OPEN: changing operations ahead of the lowest unresolved one. */
  public int windowWanted() {
    return windowWanted;
  }

  /** The longest frame to send or ask for, in bytes. */
  public int frameBytes() {
    return frameBytes;
  }

  /** After so many changing operations a new session begins: their numbers have 48 bits. */
  public long sessionOperationsMax() {
    return sessionOperationsMax;
  }

  /** The first retry timeout, as long as there is no round-trip sample. */
  public long retryFirstNs() {
    return retryFirstNs;
  }

  /** The longest retry timeout. */
  public long retryMaxNs() {
    return retryMaxNs;
  }

  /** The shortest time after which a silent tail is probed. */
  public long probeMinNs() {
    return probeMinNs;
  }

  /** A path silent for this long, and for three round trips, is left while another one lives. */
  public long deadPathMinNs() {
    return deadPathMinNs;
  }

  /** Makes the congestion control of each path. */
  public CongestionControl.Factory congestion() {
    return congestion;
  }

  /** The rules that this engine keeps. */
  public Rules rules() {
    return rules;
  }

  /** Collects settings; {@link #build} makes them immutable. */
  public static final class Builder {
    private static final long MILLISECOND_NS = 1_000_000L;
    private static final long HOUR_NS = 3_600_000L * MILLISECOND_NS;

    private static final long OPERATIONS_MAX = (1L << 48) - (1L << 20);

    private int peersMax = 64;
    private int pathsMax = 4;
    private int operationsMax = 256;
    private int requestsMax = 16;
    private int windowWanted = 256;
    private int frameBytes = FrameLayout.BYTES_ETHERNET_IPV4;
    private long sessionOperationsMax = OPERATIONS_MAX;
    private long retryFirstNs = 100 * MILLISECOND_NS;
    private long retryMaxNs = 2_000 * MILLISECOND_NS;
    private long probeMinNs = MILLISECOND_NS;
    private long deadPathMinNs = 10 * MILLISECOND_NS;
    private CongestionControl.Factory congestion = CongestionControl.byDelay();
    private Rules rules = Rules.ALL;

    private Builder() {}

    /** Most devices attached at a time, 1 to 65,535. */
    public Builder peersMax(int peers) {
      peersMax = (int) range("peersMax", peers, 1, 65_535);
      return this;
    }

    /** Most paths to one device, 1 to 16. */
    public Builder pathsMax(int paths) {
      pathsMax = (int) range("pathsMax", paths, 1, 16);
      return this;
    }

    /** Operations of one device, 1 to 65,536. */
    public Builder operationsMax(int operations) {
      operationsMax = (int) range("operationsMax", operations, 1, 65_536);
      return this;
    }

    /** Requests of several instructions of one device, 0 to 65,536. */
    public Builder requestsMax(int requests) {
      requestsMax = (int) range("requestsMax", requests, 0, 65_536);
      return this;
    }

    /** The window to ask for, 1 to 65,535 operations. */
    public Builder windowWanted(int operations) {
      windowWanted = (int) range("windowWanted", operations, 1, 65_535);
      return this;
    }

    /** The longest frame, a multiple of 64 from 128 to 8,256 bytes. */
    public Builder frameBytes(int bytes) {
      frameBytes = (int) range("frameBytes", bytes, 128, FrameLayout.BYTES_JUMBO);
      if (bytes % FrameLayout.BLOCK_BYTES != 0) {
        throw new IllegalArgumentException("frameBytes " + bytes + " is not a multiple of 64");
      }
      return this;
    }

    /** Changing operations of a session, 1 to 2^48 − 2^20. */
    public Builder sessionOperationsMax(long operations) {
      sessionOperationsMax = range("sessionOperationsMax", operations, 1, OPERATIONS_MAX);
      return this;
    }

    /** The first retry timeout, 1 ms to an hour. */
    public Builder retryFirstNs(long timeout) {
      retryFirstNs = range("retryFirstNs", timeout, MILLISECOND_NS, HOUR_NS);
      return this;
    }

    /** The longest retry timeout, 1 ms to an hour; at least the first. */
    public Builder retryMaxNs(long timeout) {
      retryMaxNs = range("retryMaxNs", timeout, MILLISECOND_NS, HOUR_NS);
      return this;
    }

    /** The shortest probe timeout, 1 ns to an hour. */
    public Builder probeMinNs(long timeout) {
      probeMinNs = range("probeMinNs", timeout, 1, HOUR_NS);
      return this;
    }

    /** The shortest silence of a dead path, 1 ns to an hour. */
    public Builder deadPathMinNs(long silence) {
      deadPathMinNs = range("deadPathMinNs", silence, 1, HOUR_NS);
      return this;
    }

    /** What makes the congestion control of each path. */
    public Builder congestion(CongestionControl.Factory factory) {
      congestion = factory;
      return this;
    }

    /** The rules to keep; all, unless a simulation plants a fault. */
    public Builder rules(Rules kept) {
      rules = kept;
      return this;
    }

    /** The settings. */
    public ClientSettings build() {
      return new ClientSettings(this);
    }

    private static long range(String name, long value, long least, long most) {
      if (value < least || value > most) {
        throw new IllegalArgumentException(
            name + " " + value + " is not in " + least + ".." + most);
      }
      return value;
    }
  }
}
