package io.netdam.instruction;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON of docs/vectors: objects as maps, arrays as lists, whole numbers as Long. Strings
 * there have no escapes but {@code \"}, so that none other is known here.
 */
final class JsonReader {
  private final String text;
  private int at;

  private JsonReader(String text) {
    this.text = text;
  }

  /** The vectors of one file of docs/vectors. */
  static List<Map<String, Object>> vectors(String file) throws IOException {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("docs/vectors/" + file))) {
      directory = requireNonNull(directory.getParent(), file + " is nowhere above");
    }
    JsonReader reader = new JsonReader(Files.readString(directory.resolve("docs/vectors/" + file)));
    List<Map<String, Object>> vectors = new ArrayList<>();
    for (Object vector : list(requireNonNull(map(reader.value()).get("vectors")))) {
      vectors.add(map(vector));
    }
    return vectors;
  }

  @SuppressWarnings("unchecked") // JSON objects have names of strings
  static Map<String, Object> map(@Nullable Object value) {
    return (Map<String, Object>) requireNonNull(value);
  }

  /** A field that is always there. */
  static String text(Map<String, Object> vector, String field) {
    return (String) requireNonNull(vector.get(field), field);
  }

  /** A whole number that is always there. */
  static long number(Map<String, Object> vector, String field) {
    return (Long) requireNonNull(vector.get(field), field);
  }

  /** Yes or no, and always there. */
  static boolean truth(Map<String, Object> vector, String field) {
    return (Boolean) requireNonNull(vector.get(field), field);
  }

  static List<?> list(Object value) {
    return (List<?>) value;
  }

  private char next() {
    while (Character.isWhitespace(text.charAt(at)) || ",:".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return text.charAt(at);
  }

  private @Nullable Object value() {
    return switch (next()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      default -> word();
    };
  }

  private Map<String, @Nullable Object> object() {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    at++;
    while (next() != '}') {
      object.put(string(), value());
    }
    at++;
    return object;
  }

  private List<@Nullable Object> array() {
    List<@Nullable Object> array = new ArrayList<>();
    at++;
    while (next() != ']') {
      array.add(value());
    }
    at++;
    return array;
  }

  private String string() {
    int start = ++at;
    while (text.charAt(at) != '"' || text.charAt(at - 1) == '\\') {
      at++;
    }
    String string = text.substring(start, at).replace("\\\"", "\"");
    at++;
    return string;
  }

  private @Nullable Object word() {
    int start = at;
    while (",]}\n ".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String word = text.substring(start, at);
    return switch (word) {
      case "true" -> true;
      case "false" -> false;
      case "null" -> null;
      default -> Long.valueOf(word);
    };
  }
}
