package io.netdam.memif;

/**
 * What a port did since it was made, over all queues and connections.
 *
 * @param connections that came up
 * @param receivedFrames that were handed to the caller
 * @param receivedBytes of these
 * @param droppedFrames that came and were longer than the caller's room, or empty
 * @param sentFrames that the other side was given
 * @param sentBytes of these
 * @param unsendableFrames that were longer than all buffers of the ring together
 * @param wakeUps system calls made to wake the other side
 */
public record PortCounters(
    long connections,
    long receivedFrames,
    long receivedBytes,
    long droppedFrames,
    long sentFrames,
    long sentBytes,
    long unsendableFrames,
    long wakeUps) {
  /** Nothing yet. */
  static final PortCounters ZERO = new PortCounters(0, 0, 0, 0, 0, 0, 0, 0);

  PortCounters plus(PortCounters other) {
    return new PortCounters(
        connections + other.connections,
        receivedFrames + other.receivedFrames,
        receivedBytes + other.receivedBytes,
        droppedFrames + other.droppedFrames,
        sentFrames + other.sentFrames,
        sentBytes + other.sentBytes,
        unsendableFrames + other.unsendableFrames,
        wakeUps + other.wakeUps);
  }
}
