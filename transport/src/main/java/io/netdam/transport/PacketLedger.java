package io.netdam.transport;

/**
 * What was sent lately: for each packet number when, on which path, for which operation. An answer
 * names the packet that it answers; only one that stands here, for that operation, is believed.
 *
 * <p>A ring: a packet is forgotten after as many later ones as it has places. What is found is the
 * position, valid until the next {@link #record}.
 */
public final class PacketLedger {
  /** Not found. */
  public static final int NONE = -1;

  private final int mask;
  private final long[] numbers;
  private final long[] sentNs;
  private final long[] owners;
  private final int[] charges;
  private final byte[] paths;
  private long next;

  /**
   * An empty ledger.
   *
   * @param packets how many packets are remembered, rounded up to a power of two
   * @param first the first packet number: unpredictable, so that nobody off the path can name one
   */
  public PacketLedger(int packets, long first) {
    int capacity = Integer.highestOneBit(Math.max(1, packets - 1)) << 1;
    this.mask = capacity - 1;
    this.numbers = new long[capacity];
    this.sentNs = new long[capacity];
    this.owners = new long[capacity];
    this.charges = new int[capacity];
    this.paths = new byte[capacity];
    restart(first);
  }

  /** Forgets all packets and numbers the next one {@code first}. */
  public void restart(long first) {
    next = first;
    java.util.Arrays.fill(numbers, -1);
  }

  /** The number that the next packet gets. */
  public long next() {
    return next;
  }

  /**
   * Notes a packet.
   *
   * @param nowNs when it leaves
   * @param owner names the operation, as the caller likes
   * @param path index of the path
   * @param charge its bytes for congestion control
   * @return its number
   */
  public long record(long nowNs, long owner, int path, int charge) {
    int position = (int) next & mask;
    numbers[position] = next;
    sentNs[position] = nowNs;
    owners[position] = owner;
    charges[position] = charge;
    paths[position] = (byte) path;
    return next++;
  }

  /** Where a packet stands, or {@link #NONE}: never sent, or forgotten. */
  public int find(long number) {
    int position = (int) number & mask;
    // Empty places hold −1, which somebody may name.
    return number >= 0 && numbers[position] == number ? position : NONE;
  }

  /** When it left. */
  public long sentNs(int position) {
    return sentNs[position];
  }

  /** Its operation. */
  public long owner(int position) {
    return owners[position];
  }

  /** Its path. */
  public int path(int position) {
    return paths[position];
  }

  /** Its bytes for congestion control. */
  public int charge(int position) {
    return charges[position];
  }
}
