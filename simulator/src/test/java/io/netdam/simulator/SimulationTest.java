package io.netdam.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Goal: the command says what it does, and its exit status tells what happened. */
final class SimulationTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return Simulation.run(
        args,
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void helpIsHelp() {
    assertThat(run("--help")).isZero();
    assertThat(printed()).contains("--seeds", "--planted", "Exit status");
  }

  @Test
  void wrongUsageIsExplained() {
    assertThat(run("--seed")).isEqualTo(2);
    assertThat(run("--seeds", "5..1")).isEqualTo(2);
    assertThat(run("--seeds", "some")).isEqualTo(2);
    assertThat(run("--planted", "NO_RULE")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("unknown argument --seed", "5..1", "some", "NO_RULE");
  }

  @Test
  void aFewSeedsPass() {
    assertThat(run("--seeds", "1..3")).isZero();
    assertThat(printed()).contains("3 seeds, 0 violations");
  }

  @Test
  void aPlantedFaultIsNoticed() {
    assertThat(run("--planted", "guard", "--seeds", "1..20")).isZero();
    assertThat(printed()).contains("1 of 1 planted faults noticed");
  }

  @Test
  void aPlantedFaultThatNobodyNoticesIsAFailure() {
    assertThat(run("--planted", "ABOVE_WINDOW", "--seeds", "1..1")).isEqualTo(1);
    assertThat(printed()).contains("0 of 1 planted faults noticed");
  }
}
