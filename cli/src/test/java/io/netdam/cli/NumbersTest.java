package io.netdam.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Goal: numbers, sizes and times are read as people write them, and nothing else is. */
final class NumbersTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "4096, 4096",
    "0x1000, 4096",
    "0XfF, 255",
    "4k, 4096",
    "16M, 16777216",
    "1g, 1073741824",
    "2t, 2199023255552",
    "-1, -1",
    "-2k, -2048",
    "18446744073709551615, -1",
    "0xffffffffffffffff, -1",
    "-9223372036854775808, -9223372036854775808",
  })
  void readsNumbers(String text, long value) {
    assertThat(Numbers.number(text)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "k",
        "0x",
        "0xg",
        "1.5",
        "1e3",
        "4 k",
        "4kb",
        "--1",
        "one",
        "18446744073709551616",
        "-9223372036854775809",
        "16777216t",
        "999999999999999999999"
      })
  void refusesWhatIsNoNumber(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Numbers.number(text))
        .withMessageContaining("\"" + text + "\"");
  }

  @Test
  void bytesAreNotNegative() {
    assertThat(Numbers.bytes("0x7fffffffffffffff")).isEqualTo(Long.MAX_VALUE);
    assertThatIllegalArgumentException().isThrownBy(() -> Numbers.bytes("-1"));
    assertThatIllegalArgumentException().isThrownBy(() -> Numbers.bytes("0x8000000000000000"));
  }

  @Test
  void readsTimes() {
    assertThat(Numbers.duration("5s")).isEqualTo(Duration.ofSeconds(5));
    assertThat(Numbers.duration("200ms")).isEqualTo(Duration.ofMillis(200));
    assertThat(Numbers.duration("50us")).isEqualTo(Duration.ofNanos(50_000));
    assertThat(Numbers.duration("2m")).isEqualTo(Duration.ofMinutes(2));
    for (String text : new String[] {"", "5", "s", "0s", "-1s", "5 s", "5h", "999999999999s"}) {
      assertThatIllegalArgumentException().isThrownBy(() -> Numbers.duration(text));
    }
  }

  @Test
  void writesSizes() {
    assertThat(Numbers.size(1L << 30)).isEqualTo("1 GiB");
    assertThat(Numbers.size(64L << 20)).isEqualTo("64 MiB");
    assertThat(Numbers.size(1_000)).isEqualTo("1000 bytes");
    assertThat(Numbers.size(1_025L << 10)).isEqualTo("1025 KiB");
  }
}
