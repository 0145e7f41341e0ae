package io.netdam.cli;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes maps, lists, texts, numbers and truth values as JSON (RFC 8259), indented. */
final class Json {

  private static final String STEP = "  ";

  private Json() {}

  /**
   * The text of a value.
   *
   * @throws IllegalArgumentException if there is something in it that JSON has no form for
   */
  static String text(@Nullable Object value) {
    StringBuilder text = new StringBuilder();
    write(text, "\n", value);
    return text.toString();
  }

  private static void write(StringBuilder text, String margin, @Nullable Object value) {
    switch (value) {
      case Map<?, ?> map -> {
        Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
        text.append('{');
        while (entries.hasNext()) {
          Map.Entry<?, ?> entry = entries.next();
          string(text.append(margin).append(STEP), String.valueOf(entry.getKey()));
          write(text.append(": "), margin + STEP, entry.getValue());
          text.append(entries.hasNext() ? "," : margin);
        }
        text.append('}');
      }
      case List<?> list -> {
        Iterator<?> elements = list.iterator();
        text.append('[');
        while (elements.hasNext()) {
          write(text.append(margin).append(STEP), margin + STEP, elements.next());
          text.append(elements.hasNext() ? "," : margin);
        }
        text.append(']');
      }
      case String string -> string(text, string);
      case Double number when !Double.isFinite(number) ->
          throw new IllegalArgumentException("JSON has no form for " + number);
      case Number number -> text.append(number);
      case Boolean truth -> text.append(truth);
      case null -> text.append("null");
      default -> throw new IllegalArgumentException("JSON has no form for " + value.getClass());
    }
  }

  private static void string(StringBuilder text, String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ') {
        text.append("\\u%04x".formatted((int) c));
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }
}
