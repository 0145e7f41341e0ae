package io.netdam.link;

/**
 * The counters of one link: plain numbers, written by the link's thread alone. Other threads see
 * them through the runtime, which copies them to where they are published.
 */
@SuppressWarnings("EnumOrdinal") // an index into an array of this run, never stored or sent
public final class LinkCounters {

  private final long[] values = new long[LinkCounter.values().length];

  LinkCounters() {}

  /** The count so far. */
  public long value(LinkCounter counter) {
    return values[counter.ordinal()];
  }

  void add(LinkCounter counter, long amount) {
    values[counter.ordinal()] += amount;
  }

  void replace(LinkCounter counter, long value) {
    values[counter.ordinal()] = value;
  }
}
