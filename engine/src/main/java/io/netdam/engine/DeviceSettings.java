package io.netdam.engine;

import io.netdam.transport.Rules;

/**
 * What one shard of a device is told at start. Immutable; made by {@link #builder}, which checks
 * every value against its range.
 *
 * <p>The memory of a shard is fixed by these numbers: about 1.3 KiB for each of {@link
 * #sessionsMax} sessions, 16 bytes for each of {@link #windowBudget} further operations, and {@link
 * #resultBytes}.
 */
public final class DeviceSettings {
  /** Bytes of a ticket key. */
  public static final int TICKET_KEY_BYTES = 32;

  private final long epoch;
  private final long deviceIdHigh;
  private final long deviceIdLow;
  private final int shard;
  private final int shards;
  private final int sessionsMax;
  private final int windowDefault;
  private final int windowMax;
  private final int windowBudget;
  private final int resultBytes;
  private final long leaseNs;
  private final long ticketLifeNs;
  private final int frameBytes;
  private final int socketBufferBytes;
  private final long firstSession;
  private final boolean durable;
  private final TrustedNetworks trusted;
  private final byte[] ticketKey;
  private final Rules rules;

  private DeviceSettings(Builder from) {
    this.epoch = from.epoch;
    this.deviceIdHigh = from.deviceIdHigh;
    this.deviceIdLow = from.deviceIdLow;
    this.shard = from.shard;
    this.shards = from.shards;
    this.sessionsMax = from.sessionsMax;
    this.windowDefault = from.windowDefault;
    this.windowMax = from.windowMax;
    this.windowBudget = from.windowBudget;
    this.resultBytes = from.resultBytes;
    this.leaseNs = from.leaseNs;
    this.ticketLifeNs = from.ticketLifeNs;
    this.frameBytes = from.frameBytes;
    this.socketBufferBytes = from.socketBufferBytes;
    this.firstSession = from.firstSession;
    this.durable = from.durable;
    this.trusted = from.trusted;
    this.ticketKey = from.ticketKey.clone();
    this.rules = from.rules;
  }

  /**
   * Settings with defaults for all that has one.
   *
   * @param epoch the device's epoch: rises with every start that is not planned
   * @param ticketKey 32 secret bytes, new with every start
   */
  public static Builder builder(long epoch, byte[] ticketKey) {
    return new Builder(epoch, ticketKey);
  }

  /** The device's epoch. */
  public long epoch() {
    return epoch;
  }

  /** High half of the device's identity. */
  public long deviceIdHigh() {
    return deviceIdHigh;
  }

  /** Low half of the device's identity. */
  public long deviceIdLow() {
    return deviceIdLow;
  }

  /** Which shard this engine is, from 0. */
  public int shard() {
    return shard;
  }

  /** How many shards the device has. */
  public int shards() {
    return shards;
  }

  /** Most sessions at a time, the closed ones included that must still be remembered. */
  public int sessionsMax() {
    return sessionsMax;
  }

  /** The window that every session gets, in operations. */
  public int windowDefault() {
    return windowDefault;
  }

  /** The largest window that a session may ask for, in operations. */
  public int windowMax() {
    return windowMax;
  }

  /** Room for windows larger than the default, in operations over all sessions. */
  public int windowBudget() {
    return windowBudget;
  }

  /** Room for results that do not fit a guard's record, in bytes over all sessions. */
  public int resultBytes() {
    return resultBytes;
  }

  /** How long a session lives after the last packet of its client. */
  public long leaseNs() {
    return leaseNs;
  }

  /** How long a ticket can make a session. */
  public long ticketLifeNs() {
    return ticketLifeNs;
  }

  /** The longest frame that this device sends or grants, in bytes. */
  public int frameBytes() {
    return frameBytes;
  }

  /** The receive buffer that the system really granted to the socket, in bytes. */
  public int socketBufferBytes() {
    return socketBufferBytes;
  }

  /** The first session number to issue; numbers below it were issued by others in this epoch. */
  public long firstSession() {
    return firstSession;
  }

  /** Whether the memory outlives the process. */
  public boolean durable() {
    return durable;
  }

  /** Which sources but loopback may send in clear. */
  public TrustedNetworks trusted() {
    return trusted;
  }

  /** A copy of the key under which tickets are made. */
  public byte[] ticketKey() {
    return ticketKey.clone();
  }

  /** The rules that this engine keeps. */
  public Rules rules() {
    return rules;
  }

  /** Collects settings; {@link #build} makes them immutable. */
  public static final class Builder {
    /**
     * A packet names its session by the id alone. A late one of an earlier epoch must not find
     * another session under it, so session numbers begin elsewhere in each epoch.
     */
    private static final int EPOCH_SHIFT = 40;

    private static final long EPOCH_MASK = 0xFFFF;

    private final long epoch;
    private final byte[] ticketKey;
    private long deviceIdHigh;
    private long deviceIdLow;
    private int shard;
    private int shards = 1;
    private int sessionsMax = 16_384;
    private int windowDefault = 64;
    private int windowMax = 4_096;
    private int windowBudget = 1 << 20;
    private int resultBytes = 4 << 20;
    private long leaseNs = 30_000_000_000L;
    private long ticketLifeNs = 10_000_000_000L;
    private int frameBytes = 8_256;
    private int socketBufferBytes = 212_992;
    private long firstSession;
    private boolean durable;
    private TrustedNetworks trusted = TrustedNetworks.LOOPBACK_ONLY;
    private Rules rules = Rules.ALL;

    private Builder(long epoch, byte[] ticketKey) {
      if (ticketKey.length != TICKET_KEY_BYTES) {
        throw new IllegalArgumentException(
            "a ticket key has " + TICKET_KEY_BYTES + " bytes, not " + ticketKey.length);
      }
      this.epoch = epoch;
      this.ticketKey = ticketKey.clone();
      this.firstSession = (epoch & EPOCH_MASK) << EPOCH_SHIFT | 1;
    }

    /** The device's identity, 128 bits. */
    public Builder deviceId(long high, long low) {
      deviceIdHigh = high;
      deviceIdLow = low;
      return this;
    }

    /** Which shard of how many: {@code 0 ≤ shard < shards ≤ 256}. */
    public Builder shard(int shard, int shards) {
      range("shards", shards, 1, 256);
      range("shard", shard, 0, shards - 1);
      this.shard = shard;
      this.shards = shards;
      return this;
    }

    /** Most sessions, 1 to 1,048,576. */
    public Builder sessionsMax(int sessions) {
      this.sessionsMax = range("sessionsMax", sessions, 1, 1 << 20);
      return this;
    }

    /** The default window, a power of two from 64 to 32,768 operations. */
    public Builder windowDefault(int operations) {
      this.windowDefault = window("windowDefault", operations);
      return this;
    }

    /** The largest window, a power of two from 64 to 32,768 operations. */
    public Builder windowMax(int operations) {
      this.windowMax = window("windowMax", operations);
      return this;
    }

    /** Room for larger windows, 0 to 2^26 operations over all sessions. */
    public Builder windowBudget(int operations) {
      this.windowBudget = range("windowBudget", operations, 0, 1 << 26);
      return this;
    }

    /** Room for large results, 0 to 2^30 bytes over all sessions. */
    public Builder resultBytes(int bytes) {
      this.resultBytes = range("resultBytes", bytes, 0, 1 << 30);
      return this;
    }

    /** The lease of a session, 1 ms to 49 days. */
    public Builder leaseNs(long lease) {
      this.leaseNs = range("leaseNs", lease, 1_000_000L, 0xFFFF_FFFFL * 1_000_000L);
      return this;
    }

    /** The life of a ticket, 1 ms to 49 days. */
    public Builder ticketLifeNs(long life) {
      this.ticketLifeNs = range("ticketLifeNs", life, 1_000_000L, 0xFFFF_FFFFL * 1_000_000L);
      return this;
    }

    /** The longest frame, a multiple of 64 from 128 to 8,320 bytes. */
    public Builder frameBytes(int bytes) {
      range("frameBytes", bytes, 128, 8_320);
      if (bytes % 64 != 0) {
        throw new IllegalArgumentException("frameBytes " + bytes + " is not a multiple of 64");
      }
      this.frameBytes = bytes;
      return this;
    }

    /** The granted receive buffer, at least 4,096 bytes. */
    public Builder socketBufferBytes(int bytes) {
      this.socketBufferBytes = range("socketBufferBytes", bytes, 4_096, Integer.MAX_VALUE);
      return this;
    }

    /** The first session number, 1 to 2^56 − 1; by default 2^40 times the epoch, plus 1. */
    public Builder firstSession(long number) {
      this.firstSession = range("firstSession", number, 1, (1L << 56) - 1);
      return this;
    }

    /** Whether the memory outlives the process. */
    public Builder durable(boolean isDurable) {
      this.durable = isDurable;
      return this;
    }

    /** Which sources but loopback may send in clear. */
    public Builder trusted(TrustedNetworks networks) {
      this.trusted = networks;
      return this;
    }

    /** The rules to keep; all, unless a simulation plants a fault. */
    public Builder rules(Rules kept) {
      this.rules = kept;
      return this;
    }

    /**
     * The settings.
     *
     * @throws IllegalArgumentException if the default window is larger than the largest
     */
    public DeviceSettings build() {
      if (windowDefault > windowMax) {
        throw new IllegalArgumentException(
            "windowDefault " + windowDefault + " is larger than windowMax " + windowMax);
      }
      return new DeviceSettings(this);
    }

    private static int window(String name, int operations) {
      range(name, operations, 64, 32_768);
      if (Integer.bitCount(operations) != 1) {
        throw new IllegalArgumentException(name + " " + operations + " is not a power of two");
      }
      return operations;
    }

    private static int range(String name, int value, int least, int most) {
      return (int) range(name, (long) value, least, most);
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
