package io.netdam.laws;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: the text of the project is true on every machine and finished. No file names a folder of
 * one machine, a package registry, or work left undone.
 */
final class TextTest {
  private static final Set<String> NOT_OURS = Set.of(".git", "target", ".idea", "node_modules");

  /** Put together from parts, so that this file does not break its own law. */
  private static final Pattern LEFT_UNDONE =
      Pattern.compile("\\b(" + String.join("|", "TO" + "DO", "FIX" + "ME", "XX" + "X") + ")\\b");

  private static final Pattern MACHINE_FOLDER =
      Pattern.compile("(?<![\\w.}$*-])/(wo" + "rk|ro" + "ot|ho" + "me/[a-z]+|fa" + "rm)/");

  private static final Pattern REGISTRY =
      Pattern.compile(
          "\\b("
              + String.join(
                  "|",
                  "repo\\d?\\.ma" + "ven(\\.apache)?\\.org",
                  "registry\\.np" + "mjs\\.org",
                  "deb\\.deb" + "ian\\.org",
                  "(files\\.)?pyth" + "onhosted\\.org",
                  "py" + "pi\\.org")
              + ")\\b");

  @Test
  void everyFileIsFinishedAndTrueEverywhere() throws IOException {
    List<String> findings = new ArrayList<>();
    List<Path> files = ownFiles(House.here().root());
    assertThat(files).hasSizeGreaterThan(30);
    for (Path file : files) {
      String name = House.here().root().relativize(file).toString();
      try {
        findings.addAll(findings(name, Files.readString(file)));
      } catch (MalformedInputException binary) {
        // Not text: nothing to read.
        continue;
      }
    }
    assertThat(findings).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "// TO" + "DO later",
        "a FIX" + "ME b",
        "see /wo" + "rk/main",
        "cd /ho" + "me/someone/netdam",
        "`/ro" + "ot/.m2`",
        "https://repo.ma" + "ven.apache.org/maven2",
        "https://registry.np" + "mjs.org/x",
      })
  void aPlantedWordIsFound(String text) {
    assertThat(findings("README.md", "fine\n" + text + "\n"))
        .singleElement()
        .asString()
        .startsWith("README.md:2: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a todo list", "docs/network/", "frame/work/x", "/usr/lib/jvm", "XXXL", "rooted/"})
  void ordinaryTextIsNot(String text) {
    assertThat(findings("README.md", text)).isEmpty();
  }

  private static List<String> findings(String name, String text) {
    List<String> findings = new ArrayList<>();
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      for (Pattern pattern : List.of(LEFT_UNDONE, MACHINE_FOLDER, REGISTRY)) {
        Matcher found = pattern.matcher(line);
        if (found.find()) {
          findings.add("%s:%d: %s".formatted(name, number, found.group()));
        }
      }
    }
    return findings;
  }

  private static List<Path> ownFiles(Path root) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes ignored) {
            return NOT_OURS.contains(String.valueOf(directory.getFileName()))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()
                && !NOT_OURS.contains(String.valueOf(file.getFileName()))) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }
}
