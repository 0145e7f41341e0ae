package io.netdam.link;

/**
 * How often, and how, datagrams of one direction suffer. Each probability stands for itself, from 0
 * (never) to 1 (always). A lost datagram suffers nothing else; a datagram is held back for one
 * reason at most: very long, else ordinary, else reordering.
 *
 * @param loss probability of being lost
 * @param duplication probability of arriving twice; the copy comes up to {@code reorderNs} later
 * @param corruption probability of flipped bits
 * @param reordering probability of being held back for up to {@code reorderNs}
 * @param reorderNs the longest hold for reordering, in ns
 * @param delay probability of an ordinary delay
 * @param delayMinNs the shortest ordinary delay, in ns
 * @param delayMaxNs the longest; between them all are equally likely
 * @param longDelay probability of a very long delay
 * @param longDelayMinNs the shortest very long delay, in ns
 * @param longDelayMaxNs the longest; between them all are equally likely
 */
public record FaultSettings(
    double loss,
    double duplication,
    double corruption,
    double reordering,
    long reorderNs,
    double delay,
    long delayMinNs,
    long delayMaxNs,
    double longDelay,
    long longDelayMinNs,
    long longDelayMaxNs) {

  private static final long REORDER_NS = 200_000;
  private static final FaultSettings NONE =
      new FaultSettings(0, 0, 0, 0, REORDER_NS, 0, 0, 0, 0, 0, 0);

  /** Checks every number. */
  public FaultSettings {
    probability(loss, "loss");
    probability(duplication, "duplication");
    probability(corruption, "corruption");
    probability(reordering, "reordering");
    probability(delay, "delay");
    probability(longDelay, "longDelay");
    range(0, reorderNs, "reorderNs");
    range(delayMinNs, delayMaxNs, "delay");
    range(longDelayMinNs, longDelayMaxNs, "longDelay");
  }

  /** No fault at all. */
  public static FaultSettings none() {
    return NONE;
  }

  /** The same with this probability of loss. */
  public FaultSettings withLoss(double probability) {
    return new FaultSettings(
        probability,
        duplication,
        corruption,
        reordering,
        reorderNs,
        delay,
        delayMinNs,
        delayMaxNs,
        longDelay,
        longDelayMinNs,
        longDelayMaxNs);
  }

  /** The same with this probability of a second copy. */
  public FaultSettings withDuplication(double probability) {
    return new FaultSettings(
        loss,
        probability,
        corruption,
        reordering,
        reorderNs,
        delay,
        delayMinNs,
        delayMaxNs,
        longDelay,
        longDelayMinNs,
        longDelayMaxNs);
  }

  /** The same with this probability of flipped bits. */
  public FaultSettings withCorruption(double probability) {
    return new FaultSettings(
        loss,
        duplication,
        probability,
        reordering,
        reorderNs,
        delay,
        delayMinNs,
        delayMaxNs,
        longDelay,
        longDelayMinNs,
        longDelayMaxNs);
  }

  /** The same with this probability of a hold of up to {@code holdNs}. */
  public FaultSettings withReordering(double probability, long holdNs) {
    return new FaultSettings(
        loss,
        duplication,
        corruption,
        probability,
        holdNs,
        delay,
        delayMinNs,
        delayMaxNs,
        longDelay,
        longDelayMinNs,
        longDelayMaxNs);
  }

  /** The same with this probability of a delay between the two. */
  public FaultSettings withDelay(double probability, long minNs, long maxNs) {
    return new FaultSettings(
        loss,
        duplication,
        corruption,
        reordering,
        reorderNs,
        probability,
        minNs,
        maxNs,
        longDelay,
        longDelayMinNs,
        longDelayMaxNs);
  }

  /** The same with this probability of a very long delay between the two. */
  public FaultSettings withLongDelay(double probability, long minNs, long maxNs) {
    return new FaultSettings(
        loss,
        duplication,
        corruption,
        reordering,
        reorderNs,
        delay,
        delayMinNs,
        delayMaxNs,
        probability,
        minNs,
        maxNs);
  }

  private static void probability(double value, String name) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " " + value + " is not in 0..1");
    }
  }

  private static void range(long min, long max, String name) {
    if (min < 0 || max < min) {
      throw new IllegalArgumentException(name + " from " + min + " to " + max + " ns");
    }
  }
}
