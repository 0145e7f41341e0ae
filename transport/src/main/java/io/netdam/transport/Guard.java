package io.netdam.transport;

import java.util.Arrays;

/**
 * Which changing operations of one session have run, and how they ended.
 *
 * <p>A client numbers its changing operations from 0 and says with each request which is the lowest
 * that it has not resolved. The highest such number seen is the {@link #base}; the window of W
 * operations from there is where operations may run, each once. The first arrival runs and is
 * recorded, a refusal too; later arrivals find the record. Below the base nothing runs, ever: that
 * is what stops a late copy of an old write.
 *
 * <pre>
 *   number   0 ......... base ............. base + W .........
 *            never runs | runs once          | does not run now
 *                          ^ cumulative: all below it are done, or below the base
 * </pre>
 *
 * <p>The record of operation n lies at place n mod W and holds n itself, so that nothing need be
 * cleared when the window moves, and a record below the base can still be looked up until its place
 * is taken:
 *
 * <pre>
 *   word 0   n + 1 (48 bits) | status (7) | kept (1) | ran (8)      0: never used
 *   word 1   value of the last result, or the reference of kept results
 * </pre>
 *
 * <p>Not thread-safe. All steps are bounded by W; no step allocates.
 */
public final class Guard {
  /** {@link #admit}: not seen before; run it, then record it. */
  public static final int FRESH = 0;

  /** {@link #admit}: recorded; answer from the record. */
  public static final int RECORDED = 1;

  /** {@link #admit}: below the window; never runs. */
  public static final int BELOW = 2;

  /** {@link #admit}: beyond the window; does not run. */
  public static final int ABOVE = 3;

  /** {@link #outcome}: the operation has not run. */
  public static final int NOT_RUN = -1;

  /** {@link #outcome}: the operation is so old that its record is gone. */
  public static final int FORGOTTEN = -2;

  /** Words of a record. */
  public static final int RECORD_WORDS = 2;

  /** The highest operation number that a guard takes: 2^48 − 2. */
  public static final long NUMBER_MAX = (1L << 48) - 2;

  private static final int STATUS_SHIFT = 9;
  private static final int STATUS_MASK = 0x7F;
  private static final long KEPT = 1L << 8;
  private static final int RAN_MASK = 0xFF;
  private static final int NUMBER_SHIFT = 16;

  private final boolean guards;
  private final boolean refusesBelow;
  private final boolean refusesAbove;
  private final boolean recordsRefusals;

  private KeptResults kept = KeptResults.NONE;
  private long[] records = new long[0];
  private int first;
  private int window;
  private long base;
  private long cumulative;
  private long end;
  private int recorded;
  private int keptCount;

  /**
   * A guard without a window; {@link #begin} gives it one.
   *
   * @param rules the rules that it keeps
   */
  public Guard(Rules rules) {
    this.guards = rules.keeps(Rule.GUARD);
    this.refusesBelow = rules.keeps(Rule.BELOW_WINDOW);
    this.refusesAbove = rules.keeps(Rule.ABOVE_WINDOW);
    this.recordsRefusals = rules.keeps(Rule.REFUSAL_RECORDED);
  }

  /**
   * Starts with nothing recorded.
   *
   * @param ownRecords holds the records of this guard among others
   * @param firstWord index of its first word
   * @param windowOperations W, a power of two
   * @param keptResults told when kept results are not needed any more
   */
  public void begin(
      long[] ownRecords, int firstWord, int windowOperations, KeptResults keptResults) {
    assert Integer.bitCount(windowOperations) == 1 : windowOperations;
    this.records = ownRecords;
    this.first = firstWord;
    this.window = windowOperations;
    this.kept = keptResults;
    Arrays.fill(records, first, first + window * RECORD_WORDS, 0L);
    base = 0;
    cumulative = 0;
    end = 0;
    recorded = 0;
    keptCount = 0;
  }

  /** Forgets everything and releases all kept results. */
  public void clear() {
    if (keptCount > 0) {
      for (int word = first; word < first + window * RECORD_WORDS; word += RECORD_WORDS) {
        releaseAt(word);
      }
    }
    window = 0;
  }

  /**
   * Says what to do with an operation that arrived, and moves the window if its client has resolved
   * more.
   *
   * @param number operation number, 0 to {@link #NUMBER_MAX}
   * @param distance number − lowest number that the client has not resolved
   * @return {@link #FRESH}, {@link #RECORDED}, {@link #BELOW} or {@link #ABOVE}
   */
  public int admit(long number, int distance) {
    long lowest = number - distance;
    if (lowest > base) {
      advance(lowest);
    }
    if (number < base && refusesBelow) {
      return BELOW;
    }
    if (number >= base + window && refusesAbove) {
      return ABOVE;
    }
    return guards && holds(number) ? RECORDED : FRESH;
  }

  private void advance(long lowest) {
    long passed = Math.min(lowest, base + window);
    for (long number = base; number < passed && recorded > 0; number++) {
      int word = word(number);
      if (records[word] >>> NUMBER_SHIFT == number + 1) {
        recorded--;
        releaseAt(word);
      }
    }
    base = lowest;
    if (cumulative < base) {
      cumulative = base;
    }
    extendCumulative();
  }

  private void extendCumulative() {
    while (cumulative < end && done(cumulative)) {
      cumulative++;
    }
  }

  /**
   * Records how a fresh operation ended.
   *
   * @param number the operation, admitted as {@link #FRESH}
   * @param status status code of its last result, 0 for done
   * @param ran how many results it has, 0 to 255
   * @param value value of its last result
   */
  public void record(long number, int status, int ran, long value) {
    if (status != 0 && !recordsRefusals) {
      return;
    }
    write(number, status, ran, 0L, value);
  }

  /**
   * Records how a fresh operation ended whose results are kept elsewhere.
   *
   * @param number the operation, admitted as {@link #FRESH}
   * @param status status code of the operation, 0 for done
   * @param ran how many results it has, 0 to 255
   * @param reference given back to {@link KeptResults#release}
   */
  public void recordKept(long number, int status, int ran, int reference) {
    if (status != 0 && !recordsRefusals) {
      kept.release(reference);
      return;
    }
    write(number, status, ran, KEPT, reference);
  }

  private void write(long number, int status, int ran, long flag, long value) {
    assert number >= 0 && number <= NUMBER_MAX : number;
    assert status >= 0 && status <= STATUS_MASK && ran >= 0 && ran <= RAN_MASK;
    int word = word(number);
    boolean again = records[word] >>> NUMBER_SHIFT == number + 1;
    releaseAt(word);
    records[word] = (number + 1) << NUMBER_SHIFT | (long) status << STATUS_SHIFT | flag | ran;
    records[word + 1] = value;
    if (flag != 0) {
      keptCount++;
    }
    if (!again && number >= base) {
      recorded++;
    }
    if (number >= end) {
      end = number + 1;
    }
    if (number == cumulative && status == 0) {
      extendCumulative();
    }
  }

  private void releaseAt(int word) {
    if ((records[word] & KEPT) != 0) {
      records[word] &= ~KEPT;
      keptCount--;
      kept.release((int) records[word + 1]);
    }
  }

  private int word(long number) {
    return first + ((int) number & window - 1) * RECORD_WORDS;
  }

  /** Whether the operation's record is here. */
  public boolean holds(long number) {
    return records[word(number)] >>> NUMBER_SHIFT == number + 1;
  }

  /** Whether the operation ran, and to its end. */
  public boolean done(long number) {
    long record = records[word(number)];
    return record >>> NUMBER_SHIFT == number + 1 && (record >>> STATUS_SHIFT & STATUS_MASK) == 0;
  }

  /** Status code of a recorded operation. */
  public int status(long number) {
    assert holds(number);
    return (int) (records[word(number)] >>> STATUS_SHIFT) & STATUS_MASK;
  }

  /** How many results a recorded operation has. */
  public int ran(long number) {
    assert holds(number);
    return (int) records[word(number)] & RAN_MASK;
  }

  /** Whether the results of a recorded operation are kept elsewhere. */
  public boolean isKept(long number) {
    assert holds(number);
    return (records[word(number)] & KEPT) != 0;
  }

  /** Value of the last result of a recorded operation, or the reference of its kept results. */
  public long value(long number) {
    assert holds(number);
    return records[word(number) + 1];
  }

  /**
   * How an operation ended, also below the window as long as its record is there.
   *
   * @param number operation number
   * @return its status code, {@link #NOT_RUN} or {@link #FORGOTTEN}
   */
  public int outcome(long number) {
    if (number < 0 || number > NUMBER_MAX) {
      return NOT_RUN;
    }
    long last = (records[word(number)] >>> NUMBER_SHIFT) - 1;
    if (last == number) {
      return status(number);
    }
    // Another number in its place: a later one may have covered a record of this one. An earlier
    // one, or none, means that this one was never written.
    return last > number ? FORGOTTEN : NOT_RUN;
  }

  /** The lowest number that may still run. */
  public long base() {
    return base;
  }

  /** All numbers below this one are done, or below the base. */
  public long cumulative() {
    return cumulative;
  }

  /** One more than the highest number recorded; 0 at first. */
  public long end() {
    return end;
  }

  /** W: how many operations may be unresolved at a time. */
  public int window() {
    return window;
  }

  /** How many operations at or above the base are recorded. */
  public int recorded() {
    return recorded;
  }

  /** How many operations have kept results. */
  public int kept() {
    return keptCount;
  }

  /**
   * 64 bits of the acknowledgement: bit i is set if operation {@code from + i} is done.
   *
   * @param from operation number of bit 0
   */
  public long doneBits(long from) {
    long bits = 0;
    int count = Math.clamp(end - from, 0, Long.SIZE);
    for (int i = 0; i < count; i++) {
      if (done(from + i)) {
        bits |= 1L << i;
      }
    }
    return bits;
  }

  /**
   * One word of the record at a place, for a snapshot.
   *
   * @param index 0 to {@code 2·W − 1}
   */
  public long recordWord(int index) {
    return records[first + index];
  }

  /**
   * Takes over what a snapshot holds. Kept results are not among it: they are recorded again with
   * {@link #keepAgain}.
   *
   * @param baseNumber the base
   * @param words {@code 2·W} words as {@link #recordWord} gave them
   */
  public void restore(long baseNumber, long[] words) {
    base = baseNumber;
    for (int i = 0; i < window * RECORD_WORDS; i += RECORD_WORDS) {
      records[first + i] = words[i] & ~KEPT;
      records[first + i + 1] = words[i + 1];
      long number = (words[i] >>> NUMBER_SHIFT) - 1;
      if (number >= base) {
        recorded++;
      }
      end = Math.max(end, number + 1);
    }
    cumulative = base;
    extendCumulative();
  }

  /**
   * Whether a word 0 of a snapshot's record says that the results were kept.
   *
   * @param recordWord what {@link #recordWord} gave for an even index
   */
  public static boolean saysKept(long recordWord) {
    return (recordWord & KEPT) != 0;
  }

  /**
   * Says after {@link #restore} where the kept results of a record lie now.
   *
   * @param place index of the record, 0 to W − 1
   * @param reference their reference
   */
  public void keepAgain(int place, int reference) {
    int word = first + place * RECORD_WORDS;
    assert records[word] != 0 && (records[word] & KEPT) == 0;
    records[word] |= KEPT;
    records[word + 1] = reference;
    keptCount++;
  }
}
