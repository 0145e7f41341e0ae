package io.netdam.link;

/**
 * Knows how many bytes lie unread in a socket's receive buffer. Portable Java cannot ask; what can
 * (a file of {@code /proc}, a socket option by a foreign call) stands behind this.
 */
public interface FillGauge extends AutoCloseable {

  /** Answer of a gauge that does not know. */
  long UNKNOWN = -1;

  /**
   * Bytes now in the receive buffer of a local socket, as the system counts them, overhead
   * included, or {@link #UNKNOWN}. Called from the link's thread, after any burst that may have
   * left something behind; it must not block, and may repeat a recent answer.
   *
   * @param source index of the local socket
   */
  long fillBytes(int source);

  /**
   * Datagrams that the system has dropped so far because the receive buffer of this socket was
   * full, or {@link #UNKNOWN}; as recent as the last {@link #fillBytes}.
   *
   * @param source index of the local socket
   */
  long overflows(int source);

  @Override
  void close();

  /** The gauge that knows nothing. */
  static FillGauge none() {
    return NoFillGauge.INSTANCE;
  }
}
