package io.netdam.cli.demo;

import io.netdam.client.NetDam;
import java.util.BitSet;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;

/**
 * The operations of one client whose end nobody knows, and whether there may be such. An operation
 * may end so when its session was lost and it had been sent longer than a lease ago, or before its
 * device began anew: else the client would have sent it again in its next session.
 *
 * @param unknown which operations ended so
 * @param early those of them that ended sooner after submission than a lease is long
 * @param lost how many sessions the client lost meanwhile
 */
record Doubts(BitSet unknown, BitSet early, long lost) {

  /** More than these, of each client in each stage, are no accident any more. */
  static final int MOST = 2 * Layout.OUTSTANDING;

  /** A lease less what two clocks may differ in their rates, as the client counts it. */
  private static final long EARLY_NS = TimeUnit.MILLISECONDS.toNanos(LinkWatch.LEASE_MS) / 100 * 99;

  /** Collects them in the client's process. */
  static final class Log {
    private final NetDam net;
    private final long lostBefore;
    private final BitSet unknown = new BitSet();
    private final BitSet early = new BitSet();

    Log(NetDam net) {
      this.net = net;
      this.lostBefore = lost(net);
    }

    private static long lost(NetDam net) {
      return net.counters().getOrDefault("SESSIONS_LOST", 0L);
    }

    /** Operation {@code index} ended so, this long after it was submitted. */
    void add(int index, long elapsedNs) {
      unknown.set(index);
      early.set(index, elapsedNs < EARLY_NS);
    }

    /** Whether there are more than can be an accident. */
    boolean tooMany() {
      return unknown.cardinality() > MOST;
    }

    /** The answer with what was collected. */
    Message in(Message answer) {
      return answer
          .with("unknown", text(unknown))
          .with("early", text(early))
          .with("lost", lost(net) - lostBefore);
    }
  }

  /** What a client has reported. */
  static Doubts in(Message answer) {
    return new Doubts(
        indexes(answer.text("unknown")), indexes(answer.text("early")), answer.number("lost"));
  }

  int count() {
    return unknown.cardinality();
  }

  /**
   * Requires that there may be so many.
   *
   * @param who the client
   * @param hostile whether the network loses anything
   * @param outstanding how many the client has in flight at most
   * @param restarted those whose device was restarted, which may end early
   */
  void require(String who, boolean hostile, int outstanding, BitSet restarted) {
    String ends = who + " does not know the end of " + count() + " operations";
    if (!hostile && count() > 0) {
      throw new DemoException(ends + ", and nothing was lost");
    }
    if (count() > lost * outstanding) {
      throw new DemoException(
          ends + ", but lost " + lost + " sessions with at most " + outstanding + " in flight");
    }
    if (count() > MOST) {
      throw new DemoException(ends + "; at most " + MOST + " can be an accident");
    }
    BitSet wrong = (BitSet) early.clone();
    wrong.andNot(restarted);
    if (!wrong.isEmpty()) {
      throw new DemoException(
          who
              + " gave up operation "
              + wrong.nextSetBit(0)
              + " within a lease, although its device was not restarted");
    }
  }

  private static String text(BitSet indexes) {
    StringJoiner text = new StringJoiner(",");
    indexes.stream().forEach(index -> text.add(Integer.toString(index)));
    return text.toString();
  }

  private static BitSet indexes(String text) {
    BitSet indexes = new BitSet();
    if (!text.isEmpty()) {
      for (String index : text.split(",", -1)) {
        indexes.set(Integer.parseInt(index));
      }
    }
    return indexes;
  }
}
