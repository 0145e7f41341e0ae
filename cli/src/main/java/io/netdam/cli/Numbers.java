package io.netdam.cli;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Numbers as people write them: {@code 4096}, {@code 0x1000}, {@code 4k}, {@code 16m}, {@code 1g},
 * {@code -1}. Units are powers of 1,024.
 */
final class Numbers {

  private static final String UNITS = "kmgt";
  private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(64);
  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);

  private Numbers() {}

  /**
   * Reads a number of 64 bits, signed or unsigned: −2^63 to 2^64 − 1.
   *
   * @throws IllegalArgumentException if it is none
   */
  static long number(String text) {
    BigInteger value = parse(text);
    if (value.compareTo(LEAST) < 0 || value.compareTo(LIMIT) >= 0) {
      throw new IllegalArgumentException("\"" + text + "\" does not fit into 64 bits");
    }
    return value.longValue();
  }

  /**
   * Reads an address or a length: 0 to 2^63 − 1.
   *
   * @throws IllegalArgumentException if it is none
   */
  static long bytes(String text) {
    BigInteger value = parse(text);
    if (value.signum() < 0 || value.bitLength() > 63) {
      throw new IllegalArgumentException("\"" + text + "\" is not from 0 to 2^63 - 1");
    }
    return value.longValue();
  }

  private static BigInteger parse(String text) {
    String rest = text.toLowerCase(Locale.ROOT);
    boolean negative = rest.startsWith("-");
    if (negative) {
      rest = rest.substring(1);
    }
    int unit = rest.isEmpty() ? -1 : UNITS.indexOf(rest.charAt(rest.length() - 1));
    if (unit >= 0) {
      rest = rest.substring(0, rest.length() - 1);
    }
    boolean hexadecimal = rest.startsWith("0x");
    String digits = hexadecimal ? rest.substring(2) : rest;
    if (!digits.matches(hexadecimal ? "[0-9a-f]{1,16}" : "[0-9]{1,20}")) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is no number; write 4096, 0x1000, 4k, 16m or 1g");
    }
    BigInteger value = new BigInteger(digits, hexadecimal ? 16 : 10).shiftLeft(10 * (unit + 1));
    return negative ? value.negate() : value;
  }

  /**
   * Reads a time: {@code 5s}, {@code 200ms}, {@code 50us}, {@code 2m}.
   *
   * @throws IllegalArgumentException if it is none, or 0
   */
  static Duration duration(String text) {
    int end = 0;
    while (end < text.length() && Character.isDigit(text.charAt(end))) {
      end++;
    }
    if (end > 0 && end < 12) {
      long amount = Long.parseLong(text, 0, end, 10);
      Duration time =
          switch (text.substring(end)) {
            case "us" -> Duration.ofNanos(amount * 1_000);
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ZERO;
          };
      if (time.isPositive()) {
        return time;
      }
    }
    throw new IllegalArgumentException(
        "\"" + text + "\" is no time; write 5s, 200ms, 50us or 2m, above 0");
  }

  /** Bytes for people: the largest unit that divides them. */
  static String size(long bytes) {
    long amount = bytes;
    int unit = 0;
    while (unit < UNITS.length() && amount >= 1_024 && amount % 1_024 == 0) {
      amount /= 1_024;
      unit++;
    }
    return unit == 0
        ? amount + " bytes"
        : amount + " " + Character.toUpperCase(UNITS.charAt(unit - 1)) + "iB";
  }

  /** For options that take {@link #number}. */
  static final class NumberConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      return converted(text, Numbers::number);
    }
  }

  /** For options that take {@link #bytes}. */
  static final class BytesConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      return converted(text, Numbers::bytes);
    }
  }

  /** For options that take {@link #duration}. */
  static final class DurationConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return converted(text, Numbers::duration);
    }
  }

  private static <T> T converted(String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
