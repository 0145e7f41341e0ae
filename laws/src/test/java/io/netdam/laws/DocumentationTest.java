package io.netdam.laws;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Goal: a newcomer finds what each place is for. Each package has a package-info with a sentence,
 * and each public type of an exported package begins its Javadoc with one.
 */
final class DocumentationTest {
  @Test
  void packagesAndExportedTypesSayWhatTheyAre() {
    List<String> findings = new ArrayList<>();
    for (House.Room room : House.here().rooms()) {
      findings.addAll(findings(room.mainSources()));
    }
    assertThat(findings).isEmpty();
  }

  @Test
  void aPackageWithoutWordsIsFound() {
    JavaSource type = source("A.java", "package a; final class A {}");
    assertThat(findings(List.of(type))).containsExactly("the package a has no package-info.java");
    assertThat(findings(List.of(type, source("package-info.java", "package a;"))))
        .containsExactly("wire/package-info.java says nothing about its package");
    assertThat(findings(List.of(type, source("package-info.java", "/** Says. */ package a;"))))
        .isEmpty();
  }

  @Test
  void anExportedTypeWithoutASentenceIsFound() {
    JavaSource words = source("package-info.java", "/** Says. */ package a;");
    JavaSource module = source("module-info.java", "module a { exports a to b; }");
    JavaSource silent =
        source(
            "A.java",
            """
            package a;

            public interface A {
              record Inner() {}
            }

            final class Hidden {}
            """);
    assertThat(findings(List.of(words, module, silent)))
        .containsExactly(
            "wire/A.java:3: the exported type A has no Javadoc",
            "wire/A.java:4: the exported type Inner has no Javadoc");
    assertThat(findings(List.of(words, source("module-info.java", "module a {}"), silent)))
        .isEmpty();
    assertThat(
            findings(
                List.of(
                    words, module, source("A.java", "package a; /** Is. */ public class A {}"))))
        .isEmpty();
  }

  private static JavaSource source(String name, String text) {
    return JavaSource.parse("wire/" + name, text);
  }

  private static List<String> findings(List<JavaSource> sources) {
    List<String> findings = new ArrayList<>();
    Set<String> packages = new TreeSet<>();
    Set<String> described = new TreeSet<>();
    for (JavaSource source : sources) {
      if (source.fileName().equals("package-info.java")) {
        described.add(source.packageName());
        // A package-info has no type to hang a comment tree on: its text begins with the comment.
        if (!source.text().strip().startsWith("/**")) {
          findings.add(source.path() + " says nothing about its package");
        }
      } else if (source.module() == null) {
        packages.add(source.packageName());
      }
    }
    packages.removeAll(described);
    packages.forEach(name -> findings.add("the package " + name + " has no package-info.java"));
    Set<String> exported = exportedPackages(sources);
    for (JavaSource source : sources) {
      for (JavaSource.Type type : source.types()) {
        if (exported.contains(source.packageName())
            && type.isPublic()
            && type.sentence().isEmpty()) {
          findings.add(
              "%s:%d: the exported type %s has no Javadoc"
                  .formatted(source.path(), type.line(), type.name()));
        }
      }
    }
    return findings;
  }

  /** The packages that any other module may read. */
  static Set<String> exportedPackages(List<JavaSource> sources) {
    return sources.stream()
        .map(JavaSource::module)
        .filter(Objects::nonNull)
        .flatMap(module -> module.exports().stream())
        .map(JavaSource.Export::packageName)
        .collect(Collectors.toUnmodifiableSet());
  }
}
