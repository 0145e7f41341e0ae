package io.netdam.memif;

import io.netdam.os.SocketName;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Settings of a port; immutable, each method that takes a value returns a changed copy. */
public final class MemifOptions {
  /** Largest log2 of the slots of a ring. */
  public static final int RING_SIZE_LOG2_MAX = 14;

  /** Most queues in one direction. */
  public static final int QUEUES_MAX = 256;

  private static final int SECRET_BYTES_MAX = 23;
  private static final long ID_MAX = 0xffff_ffffL;

  private final MemifRole role;
  private final String socket;
  private long id;
  private FrameMode mode = FrameMode.ETHERNET;
  private String secret = "";
  private String name = "netdam";
  private int ringSizeLog2 = 10;
  private int bufferBytes = 2048;
  private int receiveQueues = 1;
  private int transmitQueues = 1;
  private int cacheLineBytes = 64;
  private long regionBytesMax = 1L << 30;
  private Duration handshakeTimeout = Duration.ofSeconds(5);
  private Duration reconnectPause = Duration.ofMillis(500);

  private MemifOptions(MemifRole role, String socket) {
    this.role = role;
    this.socket = socket;
  }

  private MemifOptions(MemifOptions of) {
    this(of.role, of.socket);
    this.id = of.id;
    this.mode = of.mode;
    this.secret = of.secret;
    this.name = of.name;
    this.ringSizeLog2 = of.ringSizeLog2;
    this.bufferBytes = of.bufferBytes;
    this.receiveQueues = of.receiveQueues;
    this.transmitQueues = of.transmitQueues;
    this.cacheLineBytes = of.cacheLineBytes;
    this.regionBytesMax = of.regionBytesMax;
    this.handshakeTimeout = of.handshakeTimeout;
    this.reconnectPause = of.reconnectPause;
  }

  /**
   * The side that listens.
   *
   * @param socket a path, or {@code @} and an abstract name; 1 to 107 bytes without the {@code @}
   */
  public static MemifOptions server(String socket) {
    return new MemifOptions(MemifRole.SERVER, checked(socket));
  }

  /**
   * The side that connects and brings the memory.
   *
   * @param socket as above
   */
  public static MemifOptions client(String socket) {
    return new MemifOptions(MemifRole.CLIENT, checked(socket));
  }

  private static String checked(String socket) {
    SocketName _ = socketName(socket);
    return socket;
  }

  private static SocketName socketName(String socket) {
    return socket.startsWith("@")
        ? SocketName.abstractName(socket.substring(1))
        : SocketName.path(socket);
  }

  SocketName socketName() {
    return socketName(socket);
  }

  /** Which side it is. */
  public MemifRole role() {
    return role;
  }

  /** Where the sides meet. */
  public String socket() {
    return socket;
  }

  /** Number of the port on its socket. */
  public long id() {
    return id;
  }

  /** Which of the ports on the socket: 0 (default) to 2^32 - 1. */
  public MemifOptions id(long value) {
    MemifOptions copy = new MemifOptions(this);
    copy.id = inRange("id", value, 0, ID_MAX);
    return copy;
  }

  /** What a frame is. */
  public FrameMode mode() {
    return mode;
  }

  /** What a frame is; default {@link FrameMode#ETHERNET}. */
  public MemifOptions mode(FrameMode value) {
    MemifOptions copy = new MemifOptions(this);
    copy.mode = value;
    return copy;
  }

  String secret() {
    return secret;
  }

  /**
   * What both sides must know, up to 23 bytes; empty (default) for nothing. It crosses the local
   * socket in clear.
   */
  public MemifOptions secret(String value) {
    int bytes = value.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > SECRET_BYTES_MAX || value.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "a secret has up to 23 bytes, none of them zero; this one has " + bytes);
    }
    MemifOptions copy = new MemifOptions(this);
    copy.secret = value;
    return copy;
  }

  /** What the other side shows to people. */
  public String name() {
    return name;
  }

  /** What the other side shows to people; cut off after 31 bytes. */
  public MemifOptions name(String value) {
    MemifOptions copy = new MemifOptions(this);
    copy.name = value;
    return copy;
  }

  /** Log2 of the slots of each ring that a client makes. */
  public int ringSizeLog2() {
    return ringSizeLog2;
  }

  /** Log2 of the slots of each ring that a client makes: 1 to 14, default 10. */
  public MemifOptions ringSizeLog2(int value) {
    MemifOptions copy = new MemifOptions(this);
    copy.ringSizeLog2 = (int) inRange("ringSizeLog2", value, 1, RING_SIZE_LOG2_MAX);
    return copy;
  }

  /** Bytes of each buffer that a client makes. */
  public int bufferBytes() {
    return bufferBytes;
  }

  /**
   * Bytes of each buffer that a client makes: 64 to 65472, a multiple of 64, default 2048. DPDK
   * writes 2048 bytes without asking: less is for peers that are known to look.
   */
  public MemifOptions bufferBytes(int value) {
    if (value % 64 != 0) {
      throw new IllegalArgumentException("bufferBytes must be a multiple of 64: " + value);
    }
    MemifOptions copy = new MemifOptions(this);
    copy.bufferBytes = (int) inRange("bufferBytes", value, 64, 65_472);
    return copy;
  }

  /** Queues to receive from. */
  public int receiveQueues() {
    return receiveQueues;
  }

  /** Queues to send to. */
  public int transmitQueues() {
    return transmitQueues;
  }

  /**
   * Queues in each direction, 1 to 256, default 1 and 1: what a client asks for, and the most that
   * a server takes. A connection has what both agree on.
   */
  public MemifOptions queues(int receive, int transmit) {
    MemifOptions copy = new MemifOptions(this);
    copy.receiveQueues = (int) inRange("receive queues", receive, 1, QUEUES_MAX);
    copy.transmitQueues = (int) inRange("transmit queues", transmit, 1, QUEUES_MAX);
    return copy;
  }

  /** Bytes of a cache line, by which rings are laid out. */
  public int cacheLineBytes() {
    return cacheLineBytes;
  }

  /**
   * Bytes of a cache line, by which rings are laid out: 64 (default), or 128 for peers that were
   * built for processors with such.
   */
  public MemifOptions cacheLineBytes(int value) {
    if (value != 64 && value != 128) {
      throw new IllegalArgumentException("a cache line has 64 or 128 bytes: " + value);
    }
    MemifOptions copy = new MemifOptions(this);
    copy.cacheLineBytes = value;
    return copy;
  }

  /** Most bytes that a server maps for one peer. */
  public long regionBytesMax() {
    return regionBytesMax;
  }

  /** Most bytes that a server maps for one peer, over all of its regions; default 1 GiB. */
  public MemifOptions regionBytesMax(long value) {
    MemifOptions copy = new MemifOptions(this);
    copy.regionBytesMax = inRange("regionBytesMax", value, 1, 1L << 40);
    return copy;
  }

  /** How long a handshake may take. */
  public Duration handshakeTimeout() {
    return handshakeTimeout;
  }

  /** How long a handshake may take; default 5 s. */
  public MemifOptions handshakeTimeout(Duration value) {
    MemifOptions copy = new MemifOptions(this);
    copy.handshakeTimeout = positive("handshakeTimeout", value);
    return copy;
  }

  /** How long a client waits before it tries again. */
  public Duration reconnectPause() {
    return reconnectPause;
  }

  /** How long a client waits before it tries again; default 500 ms. */
  public MemifOptions reconnectPause(Duration value) {
    MemifOptions copy = new MemifOptions(this);
    copy.reconnectPause = positive("reconnectPause", value);
    return copy;
  }

  private static long inRange(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(name + " must be " + least + " to " + most + ": " + value);
    }
    return value;
  }

  private static Duration positive(String name, Duration value) {
    if (value.isNegative() || value.isZero() || value.compareTo(Duration.ofHours(1)) > 0) {
      throw new IllegalArgumentException(name + " must be above 0, up to an hour: " + value);
    }
    return value;
  }

  @Override
  public String toString() {
    return "memif %s %s id %d %s".formatted(role, socket, id, mode);
  }
}
