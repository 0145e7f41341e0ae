package io.netdam.laws;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Goal: the arrows between rooms are those of the table in docs/architecture.md, both ways, and go
 * down only.
 */
final class ArrowsTest {
  private static final String PREFIX = "io.netdam.";

  @Test
  void arrowsAreThoseOfTheTable() {
    List<JavaSource.Module> modules =
        House.here().rooms().stream()
            .map(room -> Objects.requireNonNull(room.moduleInfo().module()))
            .toList();
    assertThat(modules).isNotEmpty();
    assertThat(findings(ArchitectureTable.here(), modules)).isEmpty();
  }

  @Test
  void everyModuleIsNamedAfterItsRoom() {
    for (House.Room room : House.here().rooms()) {
      assertThat(Objects.requireNonNull(room.moduleInfo().module()).name())
          .isEqualTo(PREFIX + room.name());
    }
  }

  @Test
  void anArrowThatTheTableLacksIsFound() {
    assertThat(
            check(
                "| `low` | 0 | |\n| `high` | 1 | |",
                "module io.netdam.low {}",
                "module io.netdam.high { requires transitive io.netdam.low; requires java.base; }"))
        .containsExactly("high requires low, but docs/architecture.md has no such arrow");
  }

  @Test
  void anArrowThatOnlyTheTableHasIsFound() {
    assertThat(
            check(
                "| `low` | 0 | |\n| `high` | 1 | `low` |",
                "module io.netdam.low {}",
                "module io.netdam.high {}"))
        .containsExactly("docs/architecture.md says that high requires low, but it does not");
  }

  @Test
  void arrowsUpAndSidewardsAreFound() {
    assertThat(
            check(
                "| `low` | 0 | `high` |\n| `high` | 1 | `side` |\n| `side` | 1 | |",
                "module io.netdam.low { requires io.netdam.high; }",
                "module io.netdam.high { requires io.netdam.side; }",
                "module io.netdam.side {}"))
        .containsExactly(
            "low on floor 0 requires high on floor 1: arrows go down only",
            "high on floor 1 requires side on floor 1: arrows go down only");
  }

  @Test
  void aRoomMissingOnEitherSideIsFound() {
    assertThat(check("| `gone` | 0 | |", "module io.netdam.fresh {}"))
        .containsExactly(
            "docs/architecture.md has no row for the room fresh",
            "docs/architecture.md has a row for gone, but there is no such room");
  }

  private static List<String> check(String table, String... modules) {
    List<JavaSource.Module> parsed = new ArrayList<>();
    for (String module : modules) {
      parsed.add(Objects.requireNonNull(JavaSource.parse("module-info.java", module).module()));
    }
    return findings(ArchitectureTable.parse(table), parsed);
  }

  private static List<String> findings(
      Map<String, ArchitectureTable.Row> table, List<JavaSource.Module> modules) {
    List<String> findings = new ArrayList<>();
    TreeSet<String> rowsWithoutRoom = new TreeSet<>(table.keySet());
    for (JavaSource.Module module : modules) {
      String room = module.name().substring(PREFIX.length());
      rowsWithoutRoom.remove(room);
      ArchitectureTable.Row row = table.get(room);
      if (row == null) {
        findings.add("docs/architecture.md has no row for the room " + room);
        continue;
      }
      List<String> required =
          module.requires().stream()
              .filter(name -> name.startsWith(PREFIX))
              .map(name -> name.substring(PREFIX.length()))
              .toList();
      for (String name : required) {
        if (!row.requires().contains(name)) {
          findings.add(room + " requires " + name + ", but docs/architecture.md has no such arrow");
        }
      }
      for (String name : row.requires()) {
        if (!required.contains(name)) {
          findings.add(
              "docs/architecture.md says that " + room + " requires " + name + ", but it does not");
        }
        ArchitectureTable.Row target = table.get(name);
        if (target != null && !goesDown(row, target)) {
          findings.add(
              "%s on floor %s requires %s on floor %s: arrows go down only"
                  .formatted(room, row.floor(), name, target.floor()));
        }
      }
    }
    for (String room : rowsWithoutRoom) {
      findings.add("docs/architecture.md has a row for " + room + ", but there is no such room");
    }
    return findings;
  }

  /** Rooms for tests may use each other: the module system refuses cycles by itself. */
  private static boolean goesDown(ArchitectureTable.Row from, ArchitectureTable.Row to) {
    return to.height() < from.height()
        || (from.floor().equals("test") && to.floor().equals("test"));
  }
}
