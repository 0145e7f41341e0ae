package io.netdam.memif;

/** Why a port is down, or a peer was refused. */
public enum PortReason {
  /** Nothing went wrong: it was never up, or is. */
  NONE("", ""),

  // Before the connection.

  /** Nobody listens on the socket; a client tries again. */
  NOBODY_LISTENS("Nobody listens", "start the server, or correct the socket's name"),
  /** The socket's permissions keep this user out. */
  SOCKET_DENIED("Permission denied", "run as the user who owns the socket's file"),
  /** Another process holds the socket's name, or the file is no socket. */
  SOCKET_TAKEN("Socket name in use", "choose another name, or end who holds it"),
  /** The control socket failed. */
  SOCKET_BROKEN("Control socket failed", "see the detail; the port tries again"),
  /** No more descriptors. */
  DESCRIPTORS_EXHAUSTED("Too many open files", "raise the limit of open files"),
  /** No memory for the region, or no address space to map it. */
  MEMORY_EXHAUSTED("Out of memory", "use fewer or smaller rings and buffers"),

  // What the other side says.

  /** A message that is not 128 bytes long. */
  MESSAGE_SIZE("Invalid message size", "the other side does not speak memif"),
  /** A type that nobody defined. */
  MESSAGE_UNKNOWN("Unknown message type", "the other side does not speak memif 2.0"),
  /** A message out of its turn. */
  MESSAGE_UNEXPECTED("Unexpected message", "the other side breaks the order of the handshake"),
  /** More descriptors than the message has, or ones where it has none. */
  DESCRIPTOR_UNEXPECTED("Unexpected descriptor", "the other side breaks the protocol"),
  /** The versions do not meet. */
  VERSION_DIFFERS("Incompatible memif version", "both sides must speak memif 2.0"),
  /** No port has this number. */
  ID_UNKNOWN("ID not found", "give both sides the same id"),
  /** The port with this number has a peer. */
  ID_TAKEN("Already connected", "give each pair an id of its own"),
  /** Ethernet here, IP there. */
  MODE_DIFFERS("mode mismatch", "give both sides the same mode"),
  /** A secret is wanted and none came. */
  SECRET_MISSING("Secret required", "give both sides the same secret"),
  /** A secret came and it is another. */
  SECRET_WRONG("Incorrect secret", "give both sides the same secret"),
  /** The other side stopped half-way through the handshake. */
  PEER_SILENT("Handshake timed out", "look why the other side does not go on"),
  /** The other side closed its socket without a word. */
  PEER_CLOSED("Closed by peer", "look whether the other side still runs"),
  /** The other side said good-bye; the detail has its words. */
  PEER_DISCONNECTED("Disconnected by peer", "read what the other side says"),

  // The memory that the other side offers.

  /** No descriptor came with a region. */
  REGION_DESCRIPTOR_MISSING("Missing region fd", "the other side breaks the protocol"),
  /** Regions are numbered 0, 1, 2 and so on. */
  REGION_INDEX("Invalid region index", "the other side breaks the protocol"),
  /** No bytes, or more than this side maps. */
  REGION_SIZE("Invalid region size", "raise regionBytesMax, or use smaller rings there"),
  /** The descriptor is not memory. */
  REGION_NOT_MEMORY("Region is not shared memory", "the other side must pass a memfd"),
  /** The memory could shrink while it is read, which would kill the reader. */
  REGION_NOT_SEALED("Region is not sealed", "the other side must set F_SEAL_SHRINK"),
  /** The memory is shorter than was said. */
  REGION_TOO_SHORT("Region is too short", "the other side breaks the protocol"),
  /** The system could not give a page of the region. */
  REGION_UNREADABLE("Region cannot be read", "look whether the machine runs out of memory"),

  // Its rings.

  /** No event came with a ring. */
  EVENT_MISSING("Missing interrupt fd", "the other side breaks the protocol"),
  /** What came is not an event. */
  EVENT_UNUSABLE("Interrupt fd is not an eventfd", "the other side must pass an eventfd"),
  /** More rings than this side has queues, or out of order. */
  RING_INDEX("Invalid ring index", "give both sides the same number of queues"),
  /** Not 2 to 16384 slots. */
  RING_SIZE("Invalid ring size", "log2 of the ring size is 1 to 14"),
  /** A ring outside every region, or across its end. */
  RING_BOUNDS("Ring outside its region", "the other side breaks the protocol"),
  /** A ring at an odd place. */
  RING_ALIGNMENT("Ring is not aligned", "the other side breaks the protocol"),
  /** Two rings share bytes. */
  RING_OVERLAP("Rings overlap", "the other side breaks the protocol"),
  /** No ring at all. */
  RING_MISSING("No ring", "the other side must offer at least one ring"),
  /** Bytes before each packet, which memif 2.0 leaves undefined. */
  PRIVATE_HEADER("Private header size must be 0", "the other side must set it to 0"),
  /** The ring does not begin with the number that marks one. */
  COOKIE("Incorrect cookie", "the other side breaks the protocol"),
  /** The other side was built for cache lines of another size. */
  CACHE_LINE("Cache line size differs", "set cacheLineBytes to what the other side uses"),

  // What it writes into them.

  /** An index that ran backwards, or further than the ring has slots. */
  INDEX_JUMP("Ring index jumped", "the other side is broken or hostile"),
  /** A buffer in a region that there is not. */
  BUFFER_REGION("Buffer in an unknown region", "the other side is broken or hostile"),
  /** A buffer outside its region. */
  BUFFER_BOUNDS("Buffer outside its region", "the other side is broken or hostile"),
  /** A buffer without room. */
  BUFFER_EMPTY("Buffer of no length", "the other side is broken or hostile"),
  /** More bytes than the buffer has. */
  BUFFER_LENGTH("Length beyond the buffer", "the other side is broken or hostile"),
  /** A frame whose next part was not published with it. */
  CHAIN_UNFINISHED("Chain without an end", "the other side is broken or hostile"),

  // This side.

  /** The caller wants another connection. */
  ENDED_HERE("Disconnected", "the port connects again"),
  /** The port was closed. */
  CLOSED("Device closed", "open another");

  private final String text;
  private final String remedy;

  PortReason(String text, String remedy) {
    this.text = text;
    this.remedy = remedy;
  }

  /** What the other side is told; the words that other implementations use, where they have any. */
  public String text() {
    return text;
  }

  /** What a person may do. */
  public String remedy() {
    return remedy;
  }
}
