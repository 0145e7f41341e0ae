package io.netdam.seal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Goal: the examples of RFC 4493, section 4, come out: no byte, whole blocks, a part of one. */
class CmacTest {
  private static final String KEY = "2b7e151628aed2a6abf7158809cf4f3c";
  private static final String MESSAGE =
      "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
          + "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710";

  @ParameterizedTest
  @CsvSource({
    "0,bb1d6929e95937287fa37d129b756746",
    "16,070a16b46b4d4144f79bdd9dd04a287c",
    "40,dfa66747de9ae63030ca32611497c827",
    "64,51f0bebf7e3b9d92fc49741779363cfe"
  })
  void codesAreThoseOfTheRfc(int length, String code) {
    byte[] message = HexFormat.of().parseHex(MESSAGE, 0, 2 * length);
    Cmac cmac = new Cmac(HexFormat.of().parseHex(KEY));
    assertThat(HexFormat.of().formatHex(cmac.code(message))).isEqualTo(code);
    assertThat(HexFormat.of().formatHex(cmac.code(message))).as("again").isEqualTo(code);
  }
}
