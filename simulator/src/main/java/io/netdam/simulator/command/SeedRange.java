package io.netdam.simulator.command;

/**
 * Seeds from a first to a last one.
 *
 * @param first the first
 * @param last the last, not less
 */
public record SeedRange(long first, long last) {
  /**
   * Reads {@code 17} or {@code 1..500}.
   *
   * @throws IllegalArgumentException if it is neither
   */
  public static SeedRange parse(String text) {
    int dots = text.indexOf("..");
    try {
      long first = Long.parseLong(dots < 0 ? text : text.substring(0, dots));
      long last = dots < 0 ? first : Long.parseLong(text.substring(dots + 2));
      if (last < first) {
        throw new IllegalArgumentException("the last seed of " + text + " is less than the first");
      }
      return new SeedRange(first, last);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "seeds are a number or a range such as 1..500, not " + text, e);
    }
  }

  /** How many there are. */
  public long count() {
    return last - first + 1;
  }
}
