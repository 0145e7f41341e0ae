package io.netdam.laws;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The table of rooms in docs/architecture.md: {@code | room | floor | requires |}. */
final class ArchitectureTable {
  private static final Pattern ROW =
      Pattern.compile("^\\| *`([a-z-]+)` *\\| *(\\d|test) *\\| *([^|]*?) *\\|.*$");
  private static final Pattern NAME = Pattern.compile("`([a-z-]+)`");

  private ArchitectureTable() {}

  /** One row; {@code floor} is a digit or {@code test}. */
  record Row(String room, String floor, List<String> requires) {
    /** Rooms for tests stand between the services and the command line. */
    double height() {
      return floor.equals("test") ? 5.5 : Integer.parseInt(floor);
    }
  }

  static Map<String, Row> parse(String markdown) {
    Map<String, Row> rows = new LinkedHashMap<>();
    for (String line : markdown.lines().toList()) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        List<String> requires = new ArrayList<>();
        NAME.matcher(row.group(3)).results().forEach(name -> requires.add(name.group(1)));
        rows.put(row.group(1), new Row(row.group(1), row.group(2), List.copyOf(requires)));
      }
    }
    return rows;
  }

  static Map<String, Row> here() {
    return parse(House.text(House.here().root().resolve("docs/architecture.md")));
  }

  /** The rooms below the floor where packets meet sockets, threads and clocks. */
  static List<String> roomsBelowFloor3() {
    return here().values().stream().filter(row -> row.height() < 3).map(Row::room).toList();
  }
}
