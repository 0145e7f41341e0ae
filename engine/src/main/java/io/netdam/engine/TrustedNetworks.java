package io.netdam.engine;

import io.netdam.transport.Path;

/**
 * Which sources may send in clear. Loopback always may; anything else must have been named by the
 * operator.
 */
public interface TrustedNetworks {
  /** No network but loopback. */
  TrustedNetworks LOOPBACK_ONLY = path -> false;

  /**
   * Whether a network has been named as trusted.
   *
   * @param path a source that is not loopback
   */
  boolean trusts(Path path);
}
