package io.netdam.memif;

/**
 * How a client lays out its one region: the rings to the server, the rings to the client, then the
 * buffers in the same order, one for each slot. A server assumes nothing of it.
 *
 * <pre>
 *   +-----------+-----+-----------+-----------+-----+-----------+---------+---------+-----+
 *   | to server | ... | to server | to client | ... | to client | buffers | buffers | ... |
 *   | ring 0    |     | ring a-1  | ring 0    |     | ring b-1  | of to server 0    |     |
 *   +-----------+-----+-----------+-----------+-----+-----------+---------+---------+-----+
 * </pre>
 */
record RegionLayout(
    int ringsToServer, int ringsToClient, int sizeLog2, int bufferBytes, int cacheLineBytes) {
  private static final long BYTES_MAX = 1L << 32;

  RegionLayout {
    if (bytes(ringsToServer, ringsToClient, sizeLog2, bufferBytes, cacheLineBytes) > BYTES_MAX) {
      throw new IllegalArgumentException(
          "rings and buffers take more than 4 GiB, which offsets of 32 bits cannot reach: use"
              + " fewer queues, smaller rings or smaller buffers");
    }
  }

  private static long bytes(int a, int b, int sizeLog2, int bufferBytes, int cacheLineBytes) {
    long rings = (long) a + b;
    return rings * (Ring.bytes(sizeLog2, cacheLineBytes) + ((long) bufferBytes << sizeLog2));
  }

  /** Of the whole region. */
  long bytes() {
    return bytes(ringsToServer, ringsToClient, sizeLog2, bufferBytes, cacheLineBytes);
  }

  private int position(boolean toServer, int index) {
    return toServer ? index : ringsToServer + index;
  }

  long ringOffset(boolean toServer, int index) {
    return position(toServer, index) * Ring.bytes(sizeLog2, cacheLineBytes);
  }

  /** Of the buffer of slot 0. */
  long bufferOffset(boolean toServer, int index) {
    return (ringsToServer + ringsToClient) * Ring.bytes(sizeLog2, cacheLineBytes)
        + ((long) position(toServer, index) * bufferBytes << sizeLog2);
  }
}
