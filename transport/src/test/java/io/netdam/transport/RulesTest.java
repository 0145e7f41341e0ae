package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Goal: a rule is broken alone and only when asked for. */
class RulesTest {
  @ParameterizedTest
  @EnumSource(Rule.class)
  void withoutBreaksOneRule(Rule rule) {
    assertThat(Rules.ALL.keeps(rule)).isTrue();
    Rules broken = Rules.without(rule);
    for (Rule each : Rule.values()) {
      assertThat(broken.keeps(each)).isEqualTo(each != rule);
    }
    assertThat(broken).hasToString("all rules without [" + rule + "]");
    assertThat(Rules.ALL).hasToString("all rules");
  }
}
