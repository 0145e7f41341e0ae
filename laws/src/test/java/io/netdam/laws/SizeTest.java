package io.netdam.laws;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Goal: what a person reads at once stays small. A file has at most 600 lines and a method of the
 * main sources at most 70; tables of data, named {@code …Table}, may be longer.
 */
final class SizeTest {
  private static final int MAX_FILE_LINES = 600;
  private static final int MAX_METHOD_LINES = 70;

  @Test
  void filesAndMethodsAreSmall() {
    List<String> findings = new ArrayList<>();
    for (House.Room room : House.here().rooms()) {
      room.mainSources().forEach(source -> findings.addAll(longFile(source)));
      room.mainSources().forEach(source -> findings.addAll(longMethods(source)));
      room.testSources().forEach(source -> findings.addAll(longFile(source)));
    }
    assertThat(findings).isEmpty();
  }

  @Test
  void aLongFileIsFound() {
    String longest = "// \n".repeat(599) + "class A {}";
    assertThat(longFile(JavaSource.parse("wire/A.java", longest))).isEmpty();
    assertThat(longFile(JavaSource.parse("wire/A.java", "\n" + longest)))
        .containsExactly("wire/A.java has 601 lines of at most 600: two jobs in one file?");
    assertThat(longFile(JavaSource.parse("wire/CrcTable.java", "\n" + longest))).isEmpty();
  }

  @Test
  void aLongMethodIsFound() {
    assertThat(longMethods(method(68))).isEmpty();
    assertThat(longMethods(method(69)))
        .containsExactly("wire/A.java:2: run has 71 lines of at most 70");
  }

  private static JavaSource method(int linesOfBody) {
    return JavaSource.parse(
        "wire/A.java", "class A {\n  void run() {\n" + "    ;\n".repeat(linesOfBody) + "  }\n}\n");
  }

  private static List<String> longFile(JavaSource source) {
    if (source.lines() <= MAX_FILE_LINES || source.fileName().endsWith("Table.java")) {
      return List.of();
    }
    return List.of(
        "%s has %d lines of at most %d: two jobs in one file?"
            .formatted(source.path(), source.lines(), MAX_FILE_LINES));
  }

  private static List<String> longMethods(JavaSource source) {
    return source.methods().stream()
        .filter(method -> method.lines() > MAX_METHOD_LINES)
        .map(method ->
            "%s:%d: %s has %d lines of at most %d"
                .formatted(
                    source.path(), method.line(), method.name(), method.lines(), MAX_METHOD_LINES))
        .toList();
  }
}
