package io.netdam.link;

/**
 * What a link can do, for the runtime that chooses and sizes by it, and for {@code explain}.
 *
 * @param name short name, such as {@code udp}
 * @param frameBytesMax the longest datagram it sends and receives, in bytes
 * @param sources local sockets, at least 1; paths name them from 0
 * @param receiveBufferBytes what the system granted one socket to hold unread datagrams, in bytes
 *     as the system counts them, which includes its own overhead
 * @param sendBufferBytes the same for datagrams on their way out
 * @param batching whether several datagrams share a system call
 * @param segmentation whether the kernel or card cuts and joins trains of equal frames (GSO, GRO)
 * @param sharedMemory whether datagrams reach the peer by memory alone
 * @param description one line for people: what is behind it, what was asked for and not granted
 */
public record LinkCapabilities(
    String name,
    int frameBytesMax,
    int sources,
    int receiveBufferBytes,
    int sendBufferBytes,
    boolean batching,
    boolean segmentation,
    boolean sharedMemory,
    String description) {

  /** The longest frame of the protocol: docs/protocol.md section 2. */
  public static final int PROTOCOL_FRAME_BYTES_MAX = 8_320;
}
