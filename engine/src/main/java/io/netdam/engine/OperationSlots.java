package io.netdam.engine;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The operations of one peer that have been accepted and have not ended: one array for each field,
 * allocated once. A slot is on exactly one {@link SlotList} at a time; its generation changes when
 * it becomes free, so that a late answer never meets a new operation.
 */
final class OperationSlots {
  static final int NONE = -1;

  /** Where a slot is in its life. */
  static final byte FREE = 0;

  static final byte QUEUED = 1;
  static final byte IN_FLIGHT = 2;
  static final byte LOST = 3;

  /** It changes memory: it has a number of the session once it was sent. */
  static final int CHANGING = 1;

  /** Its result is known without a reply: an acknowledgement ends it. */
  static final int SILENT = 2;

  /** Its instructions lie in a request buffer. */
  static final int SEVERAL = 4;

  /** The engine's own: nobody is told how it ends. */
  static final int INTERNAL = 8;

  /** It brings data to the caller's target. */
  static final int BRINGS_DATA = 16;

  /** It takes data from the caller's source. */
  static final int TAKES_DATA = 32;

  /** It takes operands. */
  static final int OPERANDS = 64;

  /** The present transmission is the first after it was declared lost. */
  static final int DECLARED_LOST = 128;

  /** It is pure and is sent without the session: the device could not make that. */
  static final int OUTSIDE = 256;

  final int capacity;
  final byte[] state;
  final int[] traits;
  final int[] generation;
  final int[] opcode;
  final int[] instructionFlags;
  final int[] handle;
  final int[] length;
  final long[] address;
  final long[] operand0;
  final long[] operand1;
  final MemorySegment[] data;
  final long[] dataOffset;
  final long[] deadlineNs;
  final long[] tag;

  /** Bytes of the request without ticket, and of the expected reply. */
  final int[] requestBytes;

  final int[] replyBytes;

  /** What congestion control counts: the larger of the two. */
  final int[] charge;

  /** The operation number, or the tag of a pure one. */
  final long[] number;

  /** The latest transmission. */
  final long[] packet;

  final long[] sentNs;

  /** When its first packet in this session left. */
  final long[] firstSentNs;

  final int[] path;
  final int[] transmissions;

  /** The request buffer of a request of several instructions. */
  final int[] buffer;

  /** A refusal that was not final, or DONE. */
  final byte[] lastRefusal;

  final int[] previous;
  final int[] next;
  private final int userCapacity;
  private int firstFree;
  private int used;

  /**
   * All free.
   *
   * @param operations slots for the caller's operations
   * @param internal further slots, named by {@link #internal}
   */
  OperationSlots(int operations, int internal) {
    capacity = operations + internal;
    userCapacity = operations;
    state = new byte[capacity];
    traits = new int[capacity];
    generation = new int[capacity];
    opcode = new int[capacity];
    instructionFlags = new int[capacity];
    handle = new int[capacity];
    length = new int[capacity];
    address = new long[capacity];
    operand0 = new long[capacity];
    operand1 = new long[capacity];
    data = new MemorySegment[capacity];
    Arrays.fill(data, MemorySegment.NULL);
    dataOffset = new long[capacity];
    deadlineNs = new long[capacity];
    tag = new long[capacity];
    requestBytes = new int[capacity];
    replyBytes = new int[capacity];
    charge = new int[capacity];
    number = new long[capacity];
    packet = new long[capacity];
    sentNs = new long[capacity];
    firstSentNs = new long[capacity];
    path = new int[capacity];
    transmissions = new int[capacity];
    buffer = new int[capacity];
    lastRefusal = new byte[capacity];
    previous = new int[capacity];
    next = new int[capacity];
    for (int slot = 0; slot < operations; slot++) {
      next[slot] = slot + 1 < operations ? slot + 1 : NONE;
    }
    firstFree = operations > 0 ? 0 : NONE;
  }

  /** A free slot for the caller, or {@link #NONE}. */
  int take() {
    int slot = firstFree;
    if (slot == NONE) {
      return NONE;
    }
    firstFree = next[slot];
    used++;
    prepare(slot);
    return slot;
  }

  /** The engine's own slot of that index. */
  int internal(int index) {
    return userCapacity + index;
  }

  /** Makes a slot ready to be filled. */
  void prepare(int slot) {
    assert state[slot] == FREE;
    state[slot] = QUEUED;
    traits[slot] = 0;
    transmissions[slot] = 0;
    buffer[slot] = NONE;
    lastRefusal[slot] = 0;
  }

  /** The slot is free again and knows its past operation no more. */
  void release(int slot) {
    assert state[slot] != FREE;
    state[slot] = FREE;
    generation[slot]++;
    data[slot] = MemorySegment.NULL;
    if (slot < userCapacity) {
      next[slot] = firstFree;
      firstFree = slot;
      used--;
    }
  }

  /** The caller's operations. */
  int used() {
    return used;
  }

  boolean is(int slot, int trait) {
    return (traits[slot] & trait) != 0;
  }

  /** Whether a packet with the operation has left. */
  boolean sent(int slot) {
    return transmissions[slot] > 0;
  }

  /** What names slot and generation in the packet ledger. */
  long owner(int slot, boolean inSession) {
    return (long) generation[slot] << 32 | (inSession ? 1L << 31 : 0) | slot;
  }

  /** The slot of an owner if it is still that operation, else {@link #NONE}. */
  int ownerSlot(long owner) {
    int slot = (int) (owner & 0x7FFF_FFFF);
    return slot < capacity && generation[slot] == (int) (owner >>> 32) && state[slot] != FREE
        ? slot
        : NONE;
  }

  static boolean ownerInSession(long owner) {
    return (owner >>> 31 & 1) != 0;
  }

  /** The tag of a pure operation: 48 bits that no other operation of this peer has lately had. */
  long pureTag(int slot) {
    return (generation[slot] & 0x7FFF_FFFFL) << 17 | slot;
  }

  /** The slot of a pure operation's tag, or {@link #NONE}. */
  int pureSlot(long pureTag) {
    int slot = (int) (pureTag & 0x1_FFFF);
    return slot < capacity && state[slot] != FREE && !is(slot, CHANGING) && pureTag(slot) == pureTag
        ? slot
        : NONE;
  }
}
