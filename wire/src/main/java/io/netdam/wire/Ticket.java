package io.netdam.wire;

import java.lang.foreign.MemorySegment;

/**
 * A ticket as the device makes it: proof that an address asked for this session in this epoch. To
 * the client it is 64 opaque bytes. The MAC covers the 48 bytes before it and the address and port
 * of the client.
 *
 * <pre>
 *  0  version (8) | reserved (8) | window (16) | frame bytes (32)
 *  8  session id (64)
 * 16  epoch (64)
 * 24  expiry (64), nanoseconds of the monotonic clock of the device
 * 32  nonce (64)
 * 40  reserved (64)
 * 48  MAC (128)
 * </pre>
 */
public final class Ticket {
  /** Size of the ticket, in bytes. */
  public static final int BYTES = 64;

  /** The version that this code makes. */
  public static final int VERSION_MADE = 1;

  /** Bytes that the MAC covers, from the start. */
  public static final int BODY_BYTES = 48;

  /** Offset of the MAC. */
  public static final int MAC_OFFSET = BODY_BYTES;

  /** Size of the MAC, in bytes. */
  public static final int MAC_BYTES = 16;

  /** Offset of the ticket in OPENED, and in OPEN with RESUME. */
  public static final int OFFSET_IN_OPEN = 64;

  private static final int VERSION = 0;
  private static final int WINDOW = 2;
  private static final int FRAME_BYTES = 4;
  private static final int SESSION_ID = 8;
  private static final int EPOCH = 16;
  private static final int EXPIRY_NS = 24;
  private static final int NONCE = 32;
  private static final int MAC_HIGH = 48;
  private static final int MAC_LOW = 56;

  private MemorySegment segment = MemorySegment.NULL;
  private long offset;

  /** A view over nothing; {@link #wrap} or {@link #begin} comes first. */
  public Ticket() {}

  /**
   * Moves the view.
   *
   * @param segment holds at least 64 bytes from {@code offset}
   * @param offset start of the ticket in the segment
   * @return this
   */
  public Ticket wrap(MemorySegment segment, long offset) {
    this.segment = segment;
    this.offset = offset;
    return this;
  }

  /**
   * Starts a ticket: zeroes it and writes the version.
   *
   * @param segment takes 64 bytes from {@code offset}
   * @param offset start of the ticket in the segment
   * @return this, over it
   */
  public Ticket begin(MemorySegment segment, long offset) {
    NetworkOrder.zero(segment, offset, offset + BYTES);
    return wrap(segment, offset).version(VERSION_MADE);
  }

  /**
   * The version of this layout.
   *
   * @return 0 to 255
   */
  public int version() {
    return NetworkOrder.read8(segment, offset + VERSION);
  }

  /**
   * The window of the session.
   *
   * @return operations, 0 to 65,535
   */
  public int window() {
    return NetworkOrder.read16(segment, offset + WINDOW);
  }

  /**
   * The frame size of the session.
   *
   * @return bytes, 0 to 2^32 − 1
   */
  public long frameBytes() {
    return NetworkOrder.read32Unsigned(segment, offset + FRAME_BYTES);
  }

  /**
   * The session that it makes.
   *
   * @return shard and number
   */
  public long sessionId() {
    return NetworkOrder.read64(segment, offset + SESSION_ID);
  }

  /**
   * The epoch of the device.
   *
   * @return 64 bits
   */
  public long epoch() {
    return NetworkOrder.read64(segment, offset + EPOCH);
  }

  /**
   * When it expires.
   *
   * @return nanoseconds of the device's monotonic clock
   */
  public long expiryNs() {
    return NetworkOrder.read64(segment, offset + EXPIRY_NS);
  }

  /**
   * A number that no other ticket has.
   *
   * @return 64 bits
   */
  public long nonce() {
    return NetworkOrder.read64(segment, offset + NONCE);
  }

  /**
   * The first half of the MAC.
   *
   * @return 64 bits
   */
  public long macHigh() {
    return NetworkOrder.read64(segment, offset + MAC_HIGH);
  }

  /**
   * The second half of the MAC.
   *
   * @return 64 bits
   */
  public long macLow() {
    return NetworkOrder.read64(segment, offset + MAC_LOW);
  }

  /**
   * Writes the version of this layout.
   *
   * @param version 0 to 255
   * @return this
   */
  public Ticket version(int version) {
    assert version >= 0 && version <= 0xFF : version;
    NetworkOrder.write8(segment, offset + VERSION, version);
    return this;
  }

  /**
   * Writes the window of the session.
   *
   * @param window operations, 0 to 65,535
   * @return this
   */
  public Ticket window(int window) {
    assert window >= 0 && window <= 0xFFFF : window;
    NetworkOrder.write16(segment, offset + WINDOW, window);
    return this;
  }

  /**
   * Writes the frame size of the session.
   *
   * @param frameBytes bytes, 0 to 2^32 − 1
   * @return this
   */
  public Ticket frameBytes(long frameBytes) {
    assert frameBytes >= 0 && frameBytes <= 0xFFFF_FFFFL : frameBytes;
    NetworkOrder.write32(segment, offset + FRAME_BYTES, (int) frameBytes);
    return this;
  }

  /**
   * Writes the session that it makes.
   *
   * @param sessionId shard and number
   * @return this
   */
  public Ticket sessionId(long sessionId) {
    NetworkOrder.write64(segment, offset + SESSION_ID, sessionId);
    return this;
  }

  /**
   * Writes the epoch of the device.
   *
   * @param epoch 64 bits
   * @return this
   */
  public Ticket epoch(long epoch) {
    NetworkOrder.write64(segment, offset + EPOCH, epoch);
    return this;
  }

  /**
   * Writes when it expires.
   *
   * @param expiryNs nanoseconds of the device's monotonic clock
   * @return this
   */
  public Ticket expiryNs(long expiryNs) {
    NetworkOrder.write64(segment, offset + EXPIRY_NS, expiryNs);
    return this;
  }

  /**
   * Writes a number that no other ticket has.
   *
   * @param nonce 64 bits
   * @return this
   */
  public Ticket nonce(long nonce) {
    NetworkOrder.write64(segment, offset + NONCE, nonce);
    return this;
  }

  /**
   * Writes the first half of the MAC.
   *
   * @param macHigh 64 bits
   * @return this
   */
  public Ticket macHigh(long macHigh) {
    NetworkOrder.write64(segment, offset + MAC_HIGH, macHigh);
    return this;
  }

  /**
   * Writes the second half of the MAC.
   *
   * @param macLow 64 bits
   * @return this
   */
  public Ticket macLow(long macLow) {
    NetworkOrder.write64(segment, offset + MAC_LOW, macLow);
    return this;
  }

  /**
   * One line for a trace.
   *
   * @return each field by name
   */
  public String describe() {
    return "version "
        + version()
        + " window "
        + window()
        + " frame bytes "
        + frameBytes()
        + " session "
        + Text.session(sessionId())
        + " epoch "
        + Long.toUnsignedString(epoch())
        + " expiry ns "
        + expiryNs()
        + " nonce "
        + Text.hex(nonce());
  }

  /**
   * The ticket as a value.
   *
   * @param version 0 to 255
   * @param window operations, 0 to 65,535
   * @param frameBytes bytes, 0 to 2^32 − 1
   * @param sessionId shard and number
   * @param epoch 64 bits
   * @param expiryNs nanoseconds of the device's monotonic clock
   * @param nonce 64 bits
   * @param macHigh 64 bits
   * @param macLow 64 bits
   */
  public record Fields(
      int version,
      int window,
      long frameBytes,
      long sessionId,
      long epoch,
      long expiryNs,
      long nonce,
      long macHigh,
      long macLow) {
    /**
     * Reads the value.
     *
     * @param segment holds 64 bytes from {@code offset}
     * @param offset where they start
     * @return what stands there
     */
    public static Fields parse(MemorySegment segment, long offset) {
      Ticket view = new Ticket().wrap(segment, offset);
      return new Fields(
          view.version(),
          view.window(),
          view.frameBytes(),
          view.sessionId(),
          view.epoch(),
          view.expiryNs(),
          view.nonce(),
          view.macHigh(),
          view.macLow());
    }

    /**
     * Writes the value; reserved fields as zero.
     *
     * @param segment takes 64 bytes from {@code offset}
     * @param offset where they start
     */
    public void emit(MemorySegment segment, long offset) {
      new Ticket()
          .begin(segment, offset)
          .version(version)
          .window(window)
          .frameBytes(frameBytes)
          .sessionId(sessionId)
          .epoch(epoch)
          .expiryNs(expiryNs)
          .nonce(nonce)
          .macHigh(macHigh)
          .macLow(macLow);
    }
  }
}
