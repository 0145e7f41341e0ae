package io.netdam.seal;

import java.nio.charset.StandardCharsets;

/** Which way a sealed frame travels. Each has a key of its own, so that none can be sent back. */
public enum Direction {
  /** From a client to a device. */
  REQUEST("c2d\0"),

  /** From a device to a client. */
  REPLY("d2c\0");

  private final String label;

  Direction(String label) {
    this.label = label;
  }

  /** Its name in the derivation of keys: four bytes. */
  byte[] label() {
    return label.getBytes(StandardCharsets.US_ASCII);
  }
}
