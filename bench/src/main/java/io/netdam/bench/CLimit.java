package io.netdam.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The C programs that mark the limit: built at first use by the system's compiler. */
final class CLimit {
  private CLimit() {}

  /**
   * Builds a program.
   *
   * @param name of its source among the resources, without {@code .c}
   * @param directory where the program goes
   * @return the program
   * @throws IOException if there is no compiler or it fails
   */
  static Path build(String name, Path directory) throws IOException, InterruptedException {
    Path source = directory.resolve(name + ".c");
    try (InputStream in = CLimit.class.getResourceAsStream("/c/" + name + ".c")) {
      if (in == null) {
        throw new IOException("no source of " + name);
      }
      Files.write(source, in.readAllBytes());
    }
    Path program = directory.resolve(name);
    Process compiler;
    try {
      compiler =
          new ProcessBuilder(List.of("cc", "-O2", "-o", program.toString(), source.toString()))
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      throw new IOException(
          "no C compiler: the limit cannot be built. Install one (Debian and Ubuntu: gcc)", e);
    }
    String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (compiler.waitFor() != 0) {
      throw new IOException("the C compiler failed: " + said);
    }
    return program;
  }
}
