package io.netdam.laws;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The checkout: its rooms, their sources and their class files. Everything is read once. */
final class House {
  private static final Pattern MODULE = Pattern.compile("<module>([a-z-]+)</module>");

  private static final House THIS = new House(findRoot());

  private final Path root;
  private final List<Room> rooms;

  private House(Path root) {
    this.root = root;
    List<String> names =
        MODULE
            .matcher(text(root.resolve("pom.xml")))
            .results()
            .map(result -> result.group(1))
            .filter(name -> !name.equals("laws"))
            .toList();
    Map<String, String> texts = new TreeMap<>();
    for (String name : names) {
      for (Path file : files(root.resolve(name).resolve("src"), ".java")) {
        texts.put(root.relativize(file).toString(), text(file));
      }
    }
    List<JavaSource> sources = JavaSource.parseAll(texts);
    this.rooms = names.stream().map(name -> read(root, name, sources)).toList();
  }

  /** The checkout that the tests run in. */
  static House here() {
    return THIS;
  }

  Path root() {
    return root;
  }

  /** All rooms but this one, in the order of the parent pom. */
  List<Room> rooms() {
    return rooms;
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All regular files below {@code directory}; none when it is absent. */
  static List<Path> files(Path directory, String suffix) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> walk = Files.walk(directory)) {
      return walk.filter(file -> file.toString().endsWith(suffix) && Files.isRegularFile(file))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Room read(Path root, String name, List<JavaSource> sources) {
    // The same kind of output as the build that runs these tests: checked, quick or older.
    Path laws = root.resolve("laws");
    Path own = Path.of(System.getProperty("netdam.output", laws.resolve("target").toString()));
    Path output = root.resolve(name).resolve(laws.relativize(own));
    List<CompiledClass> classes =
        files(output.resolve("classes"), ".class").stream()
            .filter(file -> !file.endsWith("module-info.class"))
            .map(CompiledClass::read)
            .toList();
    return new Room(
        name,
        below(name + "/src/main/java/", sources),
        below(name + "/src/test/java/", sources),
        classes);
  }

  private static List<JavaSource> below(String directory, List<JavaSource> sources) {
    return sources.stream().filter(source -> source.path().startsWith(directory)).toList();
  }

  private static Path findRoot() {
    Path candidate = Path.of("").toAbsolutePath();
    while (!Files.exists(candidate.resolve("netdam")) || !Files.exists(candidate.resolve("laws"))) {
      candidate = candidate.getParent();
      if (candidate == null) {
        throw new IllegalStateException("run the laws inside the checkout");
      }
    }
    return candidate;
  }

  /** One room: a directory, a Maven module and a Java module of the same name. */
  record Room(
      String name,
      List<JavaSource> mainSources,
      List<JavaSource> testSources,
      List<CompiledClass> classes) {

    JavaSource moduleInfo() {
      return mainSources.stream()
          .filter(source -> source.path().endsWith("module-info.java"))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("no module-info.java in " + name));
    }
  }
}
