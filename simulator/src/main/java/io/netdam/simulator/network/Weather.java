package io.netdam.simulator.network;

/**
 * What the network does to packets. Chances are from 0 to 1, times in nanoseconds.
 *
 * @param latencyNs one way, at least
 * @param jitterNs added to it, from none to all
 * @param loss a packet is lost
 * @param duplication a packet arrives twice
 * @param reordering a packet is held up by {@code reorderNs} so that later ones overtake it
 * @param reorderNs at most so long
 * @param lateness a copy of a packet turns up much later
 * @param lateNs at most so much later
 * @param damage a bit of a packet is changed
 */
public record Weather(
    long latencyNs,
    long jitterNs,
    double loss,
    double duplication,
    double reordering,
    long reorderNs,
    double lateness,
    long lateNs,
    double damage) {

  /** A network that is merely bad: it loses some packets, and everything has to get through. */
  public Weather lossy(double loss) {
    return new Weather(latencyNs, 0, loss, 0, 0, 0, 0, 0, 0);
  }

  /** A network that behaves: the same latency, and no fault. */
  public Weather calm() {
    return new Weather(latencyNs, 0, 0, 0, 0, 0, 0, 0, 0);
  }
}
