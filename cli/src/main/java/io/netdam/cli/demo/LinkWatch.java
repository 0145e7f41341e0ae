package io.netdam.cli.demo;

import io.netdam.link.Fault;
import io.netdam.link.FaultLink;
import io.netdam.link.FaultSettings;
import io.netdam.link.Link;
import io.netdam.link.LinkCounter;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * The links of one process: keeps them, so that what they count can be told, and puts a bad network
 * around each in the hostile round.
 */
final class LinkWatch {

  /** How long a device keeps silent sessions in the hostile round, and a ticket counts. */
  static final long LEASE_MS = 2_000;

  /** Very late datagrams are later than that: between these two. */
  static final long LATE_MIN_MS = LEASE_MS + 200;

  static final long LATE_MAX_MS = LEASE_MS + 600;

  private static final FaultSettings HOSTILE =
      FaultSettings.none()
          .withLoss(0.05)
          .withDuplication(0.05)
          .withCorruption(0.005)
          .withReordering(0.05, TimeUnit.MICROSECONDS.toNanos(500))
          .withDelay(0.02, TimeUnit.MICROSECONDS.toNanos(500), TimeUnit.MILLISECONDS.toNanos(3))
          .withLongDelay(
              0.003,
              TimeUnit.MILLISECONDS.toNanos(LATE_MIN_MS),
              TimeUnit.MILLISECONDS.toNanos(LATE_MAX_MS));

  private final List<Link> links = new CopyOnWriteArrayList<>();
  private final boolean hostile;
  private final long seed;

  LinkWatch(boolean hostile, long seed) {
    this.hostile = hostile;
    this.seed = seed;
  }

  /** Takes a new link; returns what stands in its place. */
  Link watch(Link opened) {
    Link link =
        hostile
            ? new FaultLink(
                opened,
                HOSTILE,
                HOSTILE,
                seed + links.size(),
                FaultLink.HELD_FRAMES,
                System::nanoTime)
            : opened;
    links.add(link);
    return link;
  }

  /** {@code LINK_…} and {@code FAULT_…}, summed over the links of this process. */
  SortedMap<String, Long> counters() {
    SortedMap<String, Long> sums = new TreeMap<>();
    for (Link link : links) {
      for (LinkCounter counter : LinkCounter.values()) {
        sums.merge("LINK_" + counter, link.counters().value(counter), Long::sum);
      }
      if (link instanceof FaultLink bad) {
        for (Fault fault : Fault.values()) {
          sums.merge("FAULT_" + fault, bad.sent(fault) + bad.received(fault), Long::sum);
        }
      }
    }
    return sums;
  }

  /** Adds numbers to sums, by name. */
  static void add(SortedMap<String, Long> sums, Map<String, Long> numbers) {
    numbers.forEach((name, value) -> sums.merge(name, value, Long::sum));
  }
}
