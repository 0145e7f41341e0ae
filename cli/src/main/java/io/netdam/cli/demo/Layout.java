package io.netdam.cli.demo;

/** What lies where in the devices' memory: cells and stripes go round over the devices. */
final class Layout {

  static final int DEVICES = 4;
  static final int CLIENTS = 4;

  /** Operations in flight of each client. */
  static final int OUTSTANDING = 32;

  /** On the first device: the sequencer. */
  static final long SEQUENCER = 0;

  /** On the first device: the word that everybody compares and swaps. */
  static final long CONTENDED = 64;

  /** On the first device: the word for operations one at a time. */
  static final long SINGLE = 128;

  static final int STRIPE_BYTES = 64 << 10;

  private static final long CELLS = 4_096;
  private static final long STRIPES = 4L << 20;

  private Layout() {}

  static int deviceOfCell(int cell) {
    return cell % DEVICES;
  }

  static long addressOfCell(int cell) {
    return CELLS + cell / DEVICES * (long) Long.BYTES;
  }

  /** Bytes of the cells on each device, from {@code addressOfCell(0)}. */
  static int cellBytes(int cells) {
    return (cells + DEVICES - 1) / DEVICES * Long.BYTES;
  }

  static int stripes(long fileBytes) {
    return Math.toIntExact((fileBytes + STRIPE_BYTES - 1) / STRIPE_BYTES);
  }

  static int deviceOfStripe(int stripe) {
    return stripe % DEVICES;
  }

  static long addressOfStripe(int stripe) {
    return STRIPES + (long) stripe / DEVICES * STRIPE_BYTES;
  }

  /** Bytes of this stripe, of which the last may be short. */
  static int lengthOfStripe(int stripe, long fileBytes) {
    return (int) Math.min(STRIPE_BYTES, fileBytes - (long) stripe * STRIPE_BYTES);
  }

  /** Which client writes a stripe; the next one reads it back. */
  static int writerOfStripe(int stripe) {
    return stripe / DEVICES % CLIENTS;
  }

  /** The memory that each device needs. */
  static long memoryBytes(long fileBytes) {
    return addressOfStripe(stripes(fileBytes) + DEVICES - 1) + STRIPE_BYTES;
  }
}
