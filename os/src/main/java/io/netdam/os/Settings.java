package io.netdam.os;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Settings from the environment and from system properties.
 *
 * <p>The setting {@code frame-bytes} is the variable {@code NETDAM_FRAME_BYTES} and the property
 * {@code netdam.frame-bytes}; the property wins. A name below a prefix that nobody knows is an
 * error that tells the nearest known one: a misspelt setting must not be silently without effect.
 */
public final class Settings {

  private static final String VARIABLE_PREFIX = "NETDAM_";
  private static final String PROPERTY_PREFIX = "netdam.";

  private Settings() {}

  /**
   * The settings that are given, by name ({@code frame-bytes}).
   *
   * @param environment variables by name
   * @param properties system properties
   * @param prefix what the names of this reader begin with, such as {@code device-}; may be empty
   * @param known the names that this reader knows, without the prefix
   * @param others beginnings of names that belong to other readers
   * @throws IllegalArgumentException if a name is unknown; the message tells the nearest
   */
  public static Map<String, String> read(
      Map<String, String> environment,
      Map<?, ?> properties,
      String prefix,
      Collection<String> known,
      Collection<String> others) {
    Map<String, String> settings = new TreeMap<>();
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      if (variable.getKey().startsWith(VARIABLE_PREFIX)) {
        String name =
            variable
                .getKey()
                .substring(VARIABLE_PREFIX.length())
                .toLowerCase(Locale.ROOT)
                .replace('_', '-');
        if (mine(name, variable.getKey(), prefix, known, others)) {
          settings.put(name.substring(prefix.length()), variable.getValue());
        }
      }
    }
    for (Map.Entry<?, ?> property : properties.entrySet()) {
      if (property.getKey() instanceof String key
          && property.getValue() instanceof String value
          && key.startsWith(PROPERTY_PREFIX)) {
        String name = key.substring(PROPERTY_PREFIX.length());
        if (mine(name, key, prefix, known, others)) {
          settings.put(name.substring(prefix.length()), value);
        }
      }
    }
    return settings;
  }

  private static boolean mine(
      String name,
      String written,
      String prefix,
      Collection<String> known,
      Collection<String> others) {
    if (others.stream().anyMatch(name::startsWith) || !name.startsWith(prefix)) {
      return false;
    }
    String bare = name.substring(prefix.length());
    if (known.contains(bare)) {
      return true;
    }
    String nearest = prefix + nearest(bare, known);
    boolean variable = written.startsWith(VARIABLE_PREFIX);
    throw new IllegalArgumentException(
        written
            + " is not a setting; the nearest is "
            + (variable
                ? VARIABLE_PREFIX + nearest.toUpperCase(Locale.ROOT).replace('-', '_')
                : PROPERTY_PREFIX + nearest));
  }

  /** The known name with the fewest letters to change. */
  public static String nearest(String name, Collection<String> known) {
    String nearest = "";
    int least = Integer.MAX_VALUE;
    for (String candidate : known) {
      int distance = distance(name, candidate);
      if (distance < least) {
        least = distance;
        nearest = candidate;
      }
    }
    return nearest;
  }

  /** Letters to insert, delete or replace to turn one word into the other (Levenshtein 1965). */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }

  /**
   * A time as people write it: {@code 5s}, {@code 200ms}, {@code 30us}, {@code 2m}.
   *
   * @throws IllegalArgumentException if it is none, or not above 0
   */
  public static Duration duration(String name, String text) {
    int unitAt = digits(text);
    long amount = number(name, text, unitAt, "a time such as 5s, 200ms or 2m");
    return switch (text.substring(unitAt)) {
      case "ns" -> Duration.ofNanos(amount);
      case "us" -> Duration.ofNanos(Math.multiplyExact(amount, 1_000L));
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> throw malformed(name, text, "a time such as 5s, 200ms or 2m");
    };
  }

  /**
   * A number of bytes as people write it: {@code 4096}, {@code 64k}, {@code 16m}, {@code 1g}; units
   * are powers of 1,024.
   *
   * @throws IllegalArgumentException if it is none, or not above 0, or beyond 63 bits
   */
  public static long bytes(String name, String text) {
    String wanted = "a number of bytes such as 4096, 64k, 16m or 1g";
    int unitAt = digits(text);
    long amount = number(name, text, unitAt, wanted);
    int shift =
        switch (text.substring(unitAt).toLowerCase(Locale.ROOT)) {
          case "", "b" -> 0;
          case "k", "kb", "kib" -> 10;
          case "m", "mb", "mib" -> 20;
          case "g", "gb", "gib" -> 30;
          case "t", "tb", "tib" -> 40;
          default -> throw malformed(name, text, wanted);
        };
    if (amount > Long.MAX_VALUE >>> shift) {
      throw malformed(name, text, wanted);
    }
    return amount << shift;
  }

  /** A whole number within limits. */
  public static int integer(String name, String text, int least, int most) {
    String wanted = "a whole number from " + least + " to " + most;
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // told below, with the name of the setting
    }
    throw malformed(name, text, wanted);
  }

  /** The words of a list with commas; empty ones are left out. */
  public static List<String> list(String text) {
    List<String> words = new ArrayList<>();
    for (String word : text.split(",", -1)) {
      if (!word.isBlank()) {
        words.add(word.strip());
      }
    }
    return List.copyOf(words);
  }

  private static int digits(String text) {
    int index = 0;
    while (index < text.length() && Character.isDigit(text.charAt(index))) {
      index++;
    }
    return index;
  }

  private static long number(String name, String text, int length, String wanted) {
    try {
      long amount = Long.parseLong(text.substring(0, length));
      if (amount > 0) {
        return amount;
      }
    } catch (NumberFormatException e) {
      // told below, with the name of the setting
    }
    throw malformed(name, text, wanted);
  }

  private static IllegalArgumentException malformed(String name, String text, String wanted) {
    return new IllegalArgumentException(name + " is \"" + text + "\"; it must be " + wanted);
  }
}
