package io.netdam.memif;

/** What a frame is; both sides must say the same. */
public enum FrameMode {
  /** From the Ethernet header on, without its checksum. */
  ETHERNET,
  /** From the IPv4 or IPv6 header on. */
  IP
}
