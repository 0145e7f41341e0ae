package io.netdam.simulator.command;

import io.netdam.simulator.table.Gates;
import io.netdam.simulator.table.GoodputTable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Measures goodput in virtual time, and compares it with what was measured before. */
public final class TableCommand {
  /** What to do with the table. */
  public enum Mode {
    /** Print it. */
    PRINT,
    /** Compare it with the file, and measure the gates. */
    CHECK,
    /** Write the file. */
    WRITE
  }

  private final Mode mode;
  private final Path file;
  private final PrintStream out;

  /**
   * The command.
   *
   * @param mode what to do
   * @param file where the table is kept
   * @param out takes the report
   */
  public TableCommand(Mode mode, Path file, PrintStream out) {
    this.mode = mode;
    this.file = file;
    this.out = out;
  }

  /**
   * Runs it.
   *
   * @return 0, or 1 if the file differs or a gate is not met
   */
  public int run() {
    String measured = GoodputTable.csv();
    out.print(measured);
    try {
      return switch (mode) {
        case PRINT -> 0;
        case WRITE -> {
          Path directory = file.toAbsolutePath().getParent();
          if (directory != null) {
            Files.createDirectories(directory);
          }
          Files.writeString(file, measured, StandardCharsets.UTF_8);
          yield 0;
        }
        case CHECK -> check(measured);
      };
    } catch (IOException e) {
      out.println(file + " cannot be read or written: " + e.getMessage());
      return 1;
    }
  }

  private int check(String measured) throws IOException {
    String kept = Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
    boolean same = kept.equals(measured);
    if (same) {
      out.println("the same as " + file);
    } else {
      out.println(
          file + " says otherwise; if the change is meant: netdam simulate --table --write");
      differences(kept.split("\n", -1), measured.split("\n", -1));
    }
    out.println();
    int failed = new Gates(out).run();
    return same && failed == 0 ? 0 : 1;
  }

  private void differences(String[] kept, String[] measured) {
    for (int i = 0; i < Math.max(kept.length, measured.length); i++) {
      String was = i < kept.length ? kept[i] : "";
      String is = i < measured.length ? measured[i] : "";
      if (!was.equals(is)) {
        out.println("  was " + was + "  is " + is);
      }
    }
  }
}
