package io.netdam.transport;

/**
 * All that is known of one path to a device: its round trip, its losses, what may be under way and
 * what is.
 */
public final class PathState {
  private static final int LOSS_SHARE = 64;
  private static final double SECOND_NS = 1e9;
  private static final long TRY_FIRST_NS = 100_000_000;
  private static final int LEAVES_MAX = 5;

  private final Path path;
  private final RoundTripEstimator roundTrip = new RoundTripEstimator();
  private final LossDetector loss;
  private final CongestionControl congestion;
  private final Pacer pacer;
  private final int frameBytes;
  private long inFlightBytes;
  private int inFlightPackets;
  private double lossShare;

  /** The last answer, or the first packet after it if nothing was under way then. */
  private long silentSinceNs;

  private boolean answered = true;
  private boolean left;
  private long tryAgainNs;
  private int leaves;

  /**
   * A path without history.
   *
   * @param path where it leads
   * @param congestion its own
   * @param frameBytes the longest frame
   * @param firstTimeoutNs the timeout without a sample
   * @param timeoutMaxNs the longest timeout
   * @param probeMinNs the shortest wait for a silent tail
   */
  public PathState(
      Path path,
      CongestionControl congestion,
      int frameBytes,
      long firstTimeoutNs,
      long timeoutMaxNs,
      long probeMinNs) {
    this.path = path;
    this.congestion = congestion;
    this.frameBytes = frameBytes;
    this.loss = new LossDetector(roundTrip, firstTimeoutNs, timeoutMaxNs, probeMinNs);
    this.pacer = new Pacer(frameBytes);
  }

  /** Where it leads. */
  public Path path() {
    return path;
  }

  /** Its round trip. */
  public RoundTripEstimator roundTrip() {
    return roundTrip;
  }

  /** What is lost on it. */
  public LossDetector loss() {
    return loss;
  }

  /** How much may be under way. */
  public CongestionControl congestion() {
    return congestion;
  }

  /** Bytes under way, the larger of request and reply each. */
  public long inFlightBytes() {
    return inFlightBytes;
  }

  /** Packets under way that have been neither answered nor given up. */
  public int inFlightPackets() {
    return inFlightPackets;
  }

  /** Whether a packet of so many bytes may leave now, by window and pace. */
  public boolean room(long nowNs, int bytes) {
    return (inFlightBytes == 0 || inFlightBytes + bytes <= congestion.windowBytes())
        && pacer.allows(nowNs);
  }

  /** Whether only the pace forbids a packet; then {@link #paceNs} says until when. */
  public boolean paced(long nowNs, int bytes) {
    return (inFlightBytes == 0 || inFlightBytes + bytes <= congestion.windowBytes())
        && !pacer.allows(nowNs);
  }

  /** When the pace allows the next packet. */
  public long paceNs(long nowNs) {
    return pacer.nextNs(nowNs);
  }

  /** A packet leaves. */
  public void onSent(long nowNs, int bytes) {
    inFlightBytes += bytes;
    inFlightPackets++;
    loss.onSent(nowNs);
    congestion.onSent(nowNs, bytes, inFlightBytes);
    long rate = congestion.pacingBytesPerSecond();
    pacer.rate(rate, congestion.windowBytes() < frameBytes, roundTrip.smoothedNs());
    pacer.onSent(nowNs, bytes);
    if (inFlightPackets == 1 && answered) {
      silentSinceNs = nowNs;
    }
    answered = false;
    if (left) {
      tryAgainNs = nowNs + (TRY_FIRST_NS << leaves);
      leaves = Math.min(LEAVES_MAX, leaves + 1);
    }
  }

  /** A packet that was counted as under way no longer is, whatever became of it. */
  public void onGone(int bytes) {
    inFlightBytes -= bytes;
    inFlightPackets--;
    assert inFlightBytes >= 0 && inFlightPackets >= 0 : inFlightBytes;
  }

  /**
   * An answer named a packet that was sent here.
   *
   * @param nowNs the time
   * @param sentNs when the packet left
   * @param packetNumber its number
   * @param bytes its charge
   * @param residenceNs how long the device held it, or {@link CongestionControl#NO_SAMPLE}
   * @param occupancy of the device
   */
  public void onEcho(
      long nowNs, long sentNs, long packetNumber, int bytes, long residenceNs, int occupancy) {
    long total = nowNs - sentNs;
    boolean clean = residenceNs >= 0 && residenceNs <= total;
    roundTrip.sample(total);
    loss.onAnswered(nowNs, sentNs, packetNumber, true);
    congestion.onSample(
        nowNs, sentNs, bytes, clean ? total - residenceNs : CongestionControl.NO_SAMPLE, occupancy);
    live(nowNs);
  }

  /**
   * An operation whose latest packet was sent here has been answered. Call before {@link #onGone}.
   *
   * @param nowNs the time
   * @param sentNs when the packet left
   * @param packetNumber its number
   * @param bytes its charge
   */
  public void onDelivered(long nowNs, long sentNs, long packetNumber, int bytes) {
    loss.onAnswered(nowNs, sentNs, packetNumber, false);
    congestion.onDelivered(nowNs, sentNs, bytes, inFlightBytes);
    lossShare -= lossShare / LOSS_SHARE;
    live(nowNs);
  }

  private void live(long nowNs) {
    silentSinceNs = nowNs;
    answered = true;
    left = false;
    leaves = 0;
  }

  /** A packet was declared lost. Call {@link #onGone} for it as well. */
  public void onLost(long nowNs, long sentNs, int bytes) {
    lossShare += (1 - lossShare) / LOSS_SHARE;
    congestion.onLost(nowNs, sentNs, bytes);
  }

  /** A packet declared lost was answered after all. */
  public void onSpurious(long nowNs, int bytes) {
    loss.onSpurious(nowNs);
    congestion.onSpurious(nowNs, bytes);
  }

  /** Nothing came back for a whole timeout; what was under way is given up. */
  public void onTimeout(long nowNs) {
    answered = false;
    congestion.onTimeout(nowNs);
  }

  /** When this path counts as dead if it stays silent; {@link LossDetector#NEVER} if idle. */
  public long deadNs(long deadPathMinNs) {
    if (inFlightPackets == 0 || left) {
      return LossDetector.NEVER;
    }
    return silentSinceNs + Math.max(deadPathMinNs, 3 * roundTrip.smoothedNs());
  }

  /** The path is left; now and then one packet tries it again. */
  public void leave(long nowNs) {
    left = true;
    tryAgainNs = nowNs + TRY_FIRST_NS;
    answered = false;
  }

  /** Whether the path is left. */
  public boolean left() {
    return left;
  }

  /** Whether a left path may be tried with one packet. */
  public boolean tryNow(long nowNs) {
    return left && nowNs >= tryAgainNs && inFlightPackets == 0;
  }

  /** When a left path may be tried. */
  public long tryAgainNs() {
    return tryAgainNs;
  }

  /** How long a packet sent now takes to be answered, by experience; the smaller the better. */
  public double costNs(int bytes) {
    double load = (inFlightBytes + bytes) / (double) Math.max(1, congestion.windowBytes());
    double base = roundTrip.known() ? roundTrip.smoothedNs() : 1;
    return base * (1 + load) / Math.max(1 / SECOND_NS, (1 - lossShare) * (1 - lossShare));
  }

  /** The share of packets lost lately, 0 to 1. */
  public double lossShare() {
    return lossShare;
  }
}
