package io.netdam.laws;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Goal: every test runs. Surefire passes over a class whose name does not end in {@code Test}
 * without a word, so such a class is a finding; so are a test that is switched off and one that
 * sleeps instead of waiting for its condition.
 */
final class TestsTest {
  private static final Pattern TEST_METHOD =
      Pattern.compile("@(Test|ParameterizedTest|RepeatedTest|TestFactory)\\b");
  private static final Pattern OFF = Pattern.compile("@(Dis" + "abled|Ign" + "ore)\\b");
  private static final Pattern SLEEP = Pattern.compile("\\bThread\\.sle" + "ep\\(");

  @Test
  void everyTestRunsAndNoneSleeps() {
    List<String> findings = new ArrayList<>();
    for (House.Room room : House.here().rooms()) {
      room.testSources().forEach(source -> findings.addAll(findings(source)));
    }
    assertThat(findings).isEmpty();
  }

  @Test
  void plantedBreachesAreFound() {
    assertThat(findings(source("ATests.java", "class ATests { @Test void a() {} }")))
        .containsExactly(
            "wire/ATests.java holds tests that nobody runs: its name must end in Test");
    assertThat(findings(source("ATest.java", "class ATest { @Dis" + "abled @Test void a() {} }")))
        .containsExactly("wire/ATest.java switches a test off");
    assertThat(findings(source("ATest.java", "class ATest { void a() { Thread.sle" + "ep(1); } }")))
        .containsExactly("wire/ATest.java sleeps: wait for the condition instead");
    assertThat(findings(source("ATest.java", "class ATest { @Test void a() {} }"))).isEmpty();
  }

  private static JavaSource source(String name, String text) {
    return JavaSource.parse("wire/" + name, text);
  }

  private static List<String> findings(JavaSource source) {
    List<String> findings = new ArrayList<>();
    if (TEST_METHOD.matcher(source.text()).find() && !source.fileName().endsWith("Test.java")) {
      findings.add(source.path() + " holds tests that nobody runs: its name must end in Test");
    }
    if (OFF.matcher(source.text()).find()) {
      findings.add(source.path() + " switches a test off");
    }
    if (SLEEP.matcher(source.text()).find()) {
      findings.add(source.path() + " sleeps: wait for the condition instead");
    }
    return findings;
  }
}
