package io.netdam.cli.demo;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One line between parent and child: a verb and named values, {@code tickets count=1000 out=a.bin}.
 *
 * @param verb what to do, or what it is
 * @param fields values by name
 */
record Message(String verb, SortedMap<String, String> fields) {

  /** The child's answer to a command that was carried out. */
  static final String DONE = "done";

  /** The child's answer to a command that went wrong; the field {@code message} says how. */
  static final String FAILED = "failed";

  /** Said on the way: the field {@code done} counts what is. */
  static final String PROGRESS = "progress";

  /** Asked for and answered at any time, also while a command is carried out. */
  static final String COUNTERS = "counters";

  static Message of(String verb) {
    return new Message(verb, new TreeMap<>());
  }

  /** Adds a value; returns this. */
  Message with(String name, Object value) {
    fields.put(name, value.toString());
    return this;
  }

  /** Adds numbers under their names; returns this. */
  Message with(Map<String, Long> numbers) {
    numbers.forEach(this::with);
    return this;
  }

  String text(String name) {
    String value = fields.get(name);
    if (value == null) {
      throw new IllegalStateException(verb + " has no " + name);
    }
    return value;
  }

  long number(String name) {
    return Long.parseLong(text(name));
  }

  /** All fields as numbers. */
  SortedMap<String, Long> numbers() {
    SortedMap<String, Long> numbers = new TreeMap<>();
    fields.forEach((name, value) -> numbers.put(name, Long.valueOf(value)));
    return numbers;
  }

  String line() {
    StringBuilder line = new StringBuilder(verb);
    fields.forEach((name, value) ->
        line.append(' ')
            .append(name)
            .append('=')
            .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
    return line.toString();
  }

  static Message parse(String line) {
    String[] words = line.split(" ", -1);
    Message message = of(words[0]);
    for (int i = 1; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("no message: " + line);
      }
      message.with(
          words[i].substring(0, equals),
          URLDecoder.decode(words[i].substring(equals + 1), StandardCharsets.UTF_8));
    }
    return message;
  }
}
