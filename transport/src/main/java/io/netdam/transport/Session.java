package io.netdam.transport;

import org.jspecify.annotations.Nullable;

/**
 * What a device keeps of one client: its addresses, its lease, its guard and its credit.
 *
 * <p>Objects are made once, by {@link SessionTable}, and used again. A session is <em>live</em>, or
 * <em>closed</em>: then only its id is remembered, until no ticket can make it again.
 *
 * <p>Not thread-safe.
 */
public final class Session {
  /** Most addresses of a session. */
  public static final int ADDRESSES_MAX = 8;

  /** {@link #addressOf}: not an address of this session. */
  public static final int NOT_HERE = -1;

  private final int place;
  private final Guard guard;
  private final @Nullable Path[] addresses = new Path[ADDRESSES_MAX];
  private final long[] addressHeardNs = new long[ADDRESSES_MAX];

  private long id;
  private boolean live;
  private int addressCount;
  private int latestAddress;
  private long leaseEndNs;
  private long ticketEndNs;
  private long heardNs;
  private long latestPacket;
  private long packetNumber;
  private int frameBytes;
  private boolean acknowledgementDue;

  // Owned by SessionTable.
  int largeWindowWord = WindowPool.NONE;

  // Owned by ExpiryWheel: the list of its slot.
  int wheelSlot = -1;
  @Nullable Session wheelNext;
  @Nullable Session wheelPrevious;

  // Owned by GrantBook.
  final Grant grant = new Grant();

  Session(int place, Rules rules) {
    this.place = place;
    this.guard = new Guard(rules);
  }

  void begin(long sessionId, int grantedFrameBytes, long firstPacketNumber) {
    id = sessionId;
    live = true;
    addressCount = 0;
    latestAddress = 0;
    leaseEndNs = Long.MIN_VALUE;
    ticketEndNs = Long.MIN_VALUE;
    latestPacket = 0;
    packetNumber = firstPacketNumber;
    frameBytes = grantedFrameBytes;
    acknowledgementDue = false;
    grant.clear();
  }

  void close() {
    live = false;
    acknowledgementDue = false;
    for (int i = 0; i < addressCount; i++) {
      addresses[i] = null;
    }
    addressCount = 0;
  }

  /** Its place in the table. */
  public int place() {
    return place;
  }

  /** Its id; the first byte is the shard. */
  public long id() {
    return id;
  }

  /** Whether it takes requests; if not, it is closed. */
  public boolean live() {
    return live;
  }

  /** Which of its changing operations ran. */
  public Guard guard() {
    return guard;
  }

  /** The longest frame to send to its client, in bytes. */
  public int frameBytes() {
    return frameBytes;
  }

  /**
   * Which of its addresses a path leads to. The local socket does not matter.
   *
   * @param path where a packet came from
   * @return an index, or {@link #NOT_HERE}
   */
  public int addressOf(Path path) {
    for (int i = 0; i < addressCount; i++) {
      Path address = addresses[i];
      if (address != null && sameAddress(address, path)) {
        return i;
      }
    }
    return NOT_HERE;
  }

  private static boolean sameAddress(Path one, Path other) {
    return one.addressLow() == other.addressLow()
        && one.addressHigh() == other.addressHigh()
        && one.port() == other.port();
  }

  /**
   * Adds an address that a ticket has proven. With all places taken it takes that of the address
   * not heard from for longest.
   *
   * @param path the address
   * @param nowNs the device's time
   * @return its index
   */
  public int addAddress(Path path, long nowNs) {
    int index = addressCount;
    if (index == ADDRESSES_MAX) {
      index = 0;
      for (int i = 1; i < ADDRESSES_MAX; i++) {
        if (addressHeardNs[i] - addressHeardNs[index] < 0) {
          index = i;
        }
      }
    } else {
      addressCount++;
    }
    addresses[index] = path;
    addressHeardNs[index] = nowNs;
    return index;
  }

  /**
   * Notes that a packet came from its client: the lease starts anew.
   *
   * @param nowNs the device's time
   * @param leaseNs the lease
   * @param packet the packet's number
   * @param address index of the address that it came from
   * @param path the path, so that answers leave by the socket that it came in by
   */
  public void heard(long nowNs, long leaseNs, long packet, int address, Path path) {
    heardNs = nowNs;
    leaseEndNs = nowNs + leaseNs;
    latestPacket = packet;
    latestAddress = address;
    addresses[address] = path;
    addressHeardNs[address] = nowNs;
  }

  /** How many addresses it has. */
  public int addressCount() {
    return addressCount;
  }

  /**
   * One of its addresses.
   *
   * @param index 0 to {@link #addressCount} − 1
   */
  public Path address(int index) {
    Path path = index < addressCount ? addresses[index] : null;
    if (path == null) {
      throw new IllegalStateException("session has no address " + index);
    }
    return path;
  }

  /** The address of the latest packet. */
  public Path latestPath() {
    return address(latestAddress);
  }

  /** Number of the latest packet received. */
  public long latestPacket() {
    return latestPacket;
  }

  /** When the latest packet was received. */
  public long heardNs() {
    return heardNs;
  }

  /** When its lease runs out. */
  public long leaseEndNs() {
    return leaseEndNs;
  }

  /** When the last ticket that could make it again has expired. */
  public long ticketEndNs() {
    return ticketEndNs;
  }

  /**
   * Notes a ticket that leads to this session.
   *
   * @param expiryNs until when it is good
   */
  public void ticketUntil(long expiryNs) {
    ticketEndNs = Math.max(ticketEndNs, expiryNs);
  }

  /** The number of the next packet to its client. */
  public long nextPacketNumber() {
    return packetNumber++;
  }

  /** Whether operations were taken in since the last acknowledgement. */
  public boolean acknowledgementDue() {
    return acknowledgementDue;
  }

  /** Says whether an acknowledgement is due. */
  public void acknowledgementDue(boolean due) {
    acknowledgementDue = due;
  }

  /** The first operation number that it is not granted. */
  public long granted() {
    return grant.granted;
  }

  /**
   * Takes over the times and numbers of a snapshot.
   *
   * @param leaseEnd when its lease runs out
   * @param ticketEnd when its tickets have expired
   * @param nextPacket number of the next packet to send
   * @param granted first operation number not granted
   */
  public void restore(long leaseEnd, long ticketEnd, long nextPacket, long granted) {
    leaseEndNs = leaseEnd;
    ticketEndNs = ticketEnd;
    packetNumber = nextPacket;
    grant.granted = granted;
  }

  /** The number that the next packet will have, for a snapshot. */
  public long packetNumber() {
    return packetNumber;
  }

  /** What {@link GrantBook} keeps of a session. */
  static final class Grant {
    long granted;
    long roundEnd;
    int ahead;
    int meanCharge;
    long counted;
    long usedNs;
    boolean active;
    boolean waiting;
    long round;
    GrantBook.@Nullable WaitList waitList;
    @Nullable Session activeNext;
    @Nullable Session activePrevious;
    @Nullable Session waitNext;
    @Nullable Session waitPrevious;

    void clear() {
      granted = 0;
      roundEnd = 0;
      ahead = 0;
      meanCharge = 0;
      counted = 0;
      round = 0;
      active = false;
      waiting = false;
    }
  }
}
