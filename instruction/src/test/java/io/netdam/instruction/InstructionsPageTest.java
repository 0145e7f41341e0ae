package io.netdam.instruction;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Goal: docs/instructions.md says of each instruction what the code says: its row in the table, a
 * section with all five parts, and just the errors that can be provoked.
 */
class InstructionsPageTest {
  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^\\| (0x[0-9A-F]{2}) \\| (\\w+) \\| (\\w+) \\| (\\d+) \\| (\\w+) \\| (.*) \\|$");
  private static final Pattern SECTION = Pattern.compile("(?m)^## (0x[0-9A-F]{2}) (\\w+)$");

  private static String page() throws IOException {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("docs/instructions.md"))) {
      directory = requireNonNull(directory.getParent(), "docs/instructions.md is nowhere above");
    }
    return Files.readString(directory.resolve("docs/instructions.md"));
  }

  private static String hex(int opcode) {
    return String.format(Locale.ROOT, "0x%02X", opcode);
  }

  private static Map<String, String> sections() throws IOException {
    String page = page();
    Map<String, String> sections = new TreeMap<>();
    Matcher matcher = SECTION.matcher(page);
    while (matcher.find()) {
      int end = page.indexOf("\n## ", matcher.end());
      sections.put(
          matcher.group(1) + " " + matcher.group(2),
          page.substring(matcher.end(), end < 0 ? page.length() : end));
    }
    return sections;
  }

  @Test
  void theTableIsTheCode() throws IOException {
    List<List<String>> rows = new ArrayList<>();
    Matcher matcher = ROW.matcher(page());
    while (matcher.find()) {
      rows.add(
          List.of(
              matcher.group(1),
              matcher.group(2),
              matcher.group(3),
              matcher.group(4),
              matcher.group(5),
              matcher.group(6)));
    }
    List<List<String>> code =
        InstructionSet.standard().instructions().stream()
            .map(instruction ->
                List.of(
                    hex(instruction.opcode()),
                    instruction.mnemonic(),
                    instruction.effect().name().toLowerCase(Locale.ROOT),
                    String.valueOf(instruction.operandBytes()),
                    instruction.takesData() ? "yes" : "no",
                    instruction.describe()))
            .toList();
    assertThat(rows).isEqualTo(code);
  }

  @Test
  void eachInstructionHasItsSection() throws IOException {
    Map<String, String> sections = sections();
    Set<String> wanted = new TreeSet<>();
    for (Instruction instruction : InstructionSet.standard().instructions()) {
      String title = hex(instruction.opcode()) + " " + instruction.mnemonic();
      wanted.add(title);
      assertThat(sections).containsKey(title);
      String text = requireNonNull(sections.get(title), title);
      for (String part : List.of("Operands", "Effect", "Class", "Errors", "Cost")) {
        assertThat(text).as(title).contains("\n- **" + part + "**: ");
      }
      assertThat(text)
          .as(title)
          .contains("**Class**: " + instruction.effect().name().toLowerCase(Locale.ROOT));
    }
    assertThat(sections.keySet()).isEqualTo(wanted);
  }

  @Test
  void theErrorsAreThoseThatCanBeProvoked() throws IOException {
    Map<Integer, Set<Status>> provoked = RefusalTest.provoked();
    Map<String, String> sections = sections();
    for (Instruction instruction : InstructionSet.standard().instructions()) {
      String title = hex(instruction.opcode()) + " " + instruction.mnemonic();
      String text = requireNonNull(sections.get(title), title);
      String errors = text.substring(text.indexOf("**Errors**"), text.indexOf("- **Cost**"));
      Set<String> written = new TreeSet<>();
      Matcher matcher = Pattern.compile("`([A-Z_]+)`").matcher(errors);
      while (matcher.find()) {
        written.add(matcher.group(1));
      }
      Set<String> real = new TreeSet<>();
      requireNonNull(provoked.get(instruction.opcode())).forEach(status -> real.add(status.name()));
      assertThat(real.remove("DONE")).as(title).isTrue();
      assertThat(written).as(title).isEqualTo(real);
    }
  }

  @Test
  void namesAreThoseOfTheWire() {
    for (Instruction instruction : InstructionSet.standard().instructions()) {
      assertThat(instruction.mnemonic()).isEqualTo(Opcode.name(instruction.opcode()));
    }
    for (int opcode = 0; opcode < 256; opcode++) {
      boolean named = !Opcode.name(opcode).startsWith("OPCODE_") && opcode != Opcode.COMPACT_REPLY;
      assertThat(InstructionSet.standard().find(opcode) != null).as(hex(opcode)).isEqualTo(named);
    }
  }
}
