package io.netdam.wire;

/** The kinds of full frames: byte 1 of the transport header. */
public final class PacketKind {
  /** Instructions, client to device. */
  public static final int REQUEST = 1;

  /** Results of one request, device to client. */
  public static final int REPLY = 2;

  /** Acknowledges changing operations, device to client. */
  public static final int ACK = 3;

  /** Asks for a ticket, client to device. */
  public static final int OPEN = 4;

  /** Brings the ticket, device to client. */
  public static final int OPENED = 5;

  /** The session is unknown or lives at another address, device to client. */
  public static final int RETRY = 6;

  /** Asks what the device is, client to device. */
  public static final int CAPS = 7;

  /** Tells what the device is, device to client. */
  public static final int CAPS_REPLY = 8;

  /** Ends the session, client to device. */
  public static final int CLOSE = 9;

  /** The device drains, device to client. */
  public static final int GOAWAY = 10;

  /** Asks whether a frame of this size arrives, either way. */
  public static final int PROBE = 11;

  /** Says that it did, either way. */
  public static final int PROBE_REPLY = 12;

  /** The highest kind that is known. */
  public static final int HIGHEST = PROBE_REPLY;

  private static final int CLIENT = 1;
  private static final int DEVICE = 2;
  private static final int BOTH = CLIENT | DEVICE;

  private static final String[] NAMES = {
    "NONE",
    "REQUEST",
    "REPLY",
    "ACK",
    "OPEN",
    "OPENED",
    "RETRY",
    "CAPS",
    "CAPS_REPLY",
    "CLOSE",
    "GOAWAY",
    "PROBE",
    "PROBE_REPLY"
  };
  private static final int[] SENDERS = {
    0, CLIENT, DEVICE, DEVICE, CLIENT, DEVICE, DEVICE, CLIENT, DEVICE, CLIENT, DEVICE, BOTH, BOTH
  };
  private static final int[] FLAGS = {
    0, Request.FLAGS, 0, 0, Open.FLAG_RESUME, 0, 0, 0, 0, 0, 0, 0, 0
  };
  private static final int[] BYTES_MINIMUM = {
    64, 64, 64, 64, 128, 128, 64, 128, 128, 64, 64, 64, 64
  };

  private PacketKind() {}

  /**
   * Whether this page knows the kind.
   *
   * @param kind 0 to 255
   * @return true for 1 to {@link #HIGHEST}
   */
  public static boolean known(int kind) {
    return kind > 0 && kind <= HIGHEST;
  }

  /**
   * The kind's name as in docs/protocol.md.
   *
   * @param kind 0 to 255
   * @return the name, or {@code KIND_n} for one that is not known
   */
  public static String name(int kind) {
    return known(kind) ? NAMES[kind] : "KIND_" + kind;
  }

  /**
   * Whether a client may send this kind.
   *
   * @param kind a known kind
   * @return true if it travels from client to device
   */
  public static boolean fromClient(int kind) {
    return (SENDERS[kind] & CLIENT) != 0;
  }

  /**
   * Whether a device may send this kind.
   *
   * @param kind a known kind
   * @return true if it travels from device to client
   */
  public static boolean fromDevice(int kind) {
    return (SENDERS[kind] & DEVICE) != 0;
  }

  /**
   * The header flags that have a meaning in this kind.
   *
   * @param kind a known kind
   * @return a mask; all other bits are reserved
   */
  public static int flags(int kind) {
    return FLAGS[kind];
  }

  /**
   * The shortest frame of this kind.
   *
   * @param kind a known kind
   * @return 64 or 128 bytes
   */
  public static int bytesMinimum(int kind) {
    return BYTES_MINIMUM[kind];
  }
}
