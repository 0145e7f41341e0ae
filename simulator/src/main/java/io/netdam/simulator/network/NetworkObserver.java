package io.netdam.simulator.network;

/** Sees every packet; changes none. */
public interface NetworkObserver {
  /**
   * A node sends.
   *
   * @param nowNs virtual time
   * @param packet with number, from and to
   */
  void sent(long nowNs, Packet packet);

  /**
   * Something happens to a packet.
   *
   * @param nowNs virtual time
   * @param packet the packet
   * @param fate what
   */
  void fate(long nowNs, Packet packet, Fate fate);

  /** What can happen to a packet. */
  enum Fate {
    /** It is lost. */
    LOST,
    /** It meets a partition. */
    CUT,
    /** A copy of it is on its way as well. */
    DOUBLED,
    /** It is held up so that later ones overtake it. */
    REORDERED,
    /** A copy of it will turn up much later. */
    KEPT_LATE,
    /** A bit of it is changed. */
    DAMAGED,
    /** It has arrived. */
    ARRIVED,
    /** Nobody is at its address any more. */
    STRAYED,
    /** The socket's buffer was full. */
    OVERFLOWED
  }
}
