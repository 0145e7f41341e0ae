package io.netdam.laws;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Goal: one meaning a word. The last word of each public type of an exported package stands in
 * docs/glossary.md, as a term or as a role; no type anywhere ends in a word that says nothing.
 */
final class NamesTest {
  /** A term heads a row of the first table: {@code | **term** | meaning |}. */
  private static final Pattern TERM = Pattern.compile("(?m)^\\| \\*\\*([^*]+)\\*\\* \\|");

  /** Roles and banned words are rows of their tables: {@code | `Word` | meaning |}. */
  private static final Pattern WORD = Pattern.compile("(?m)^\\| `([A-Za-z]+)` \\|");

  private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");

  @Test
  void typesUseTheWordsOfTheGlossary() {
    Glossary glossary = Glossary.parse(House.text(House.here().root().resolve("docs/glossary.md")));
    assertThat(glossary.known()).contains("session", "ring");
    assertThat(glossary.banned()).contains("manager");
    List<String> findings = new ArrayList<>();
    for (House.Room room : House.here().rooms()) {
      findings.addAll(findings(glossary, room.mainSources()));
    }
    assertThat(findings).isEmpty();
  }

  @Test
  void anUnknownOrBannedWordIsFound() {
    Glossary glossary =
        Glossary.parse(
            """
            | term | meaning |
            |---|---|
            | **session** | a client's turn |
            | **segment list** | a route |

            ## Roles
            | `Codec` | both ways |

            ## Banned
            | `Manager` | says nothing |
            """);
    List<JavaSource> exporting = new ArrayList<>();
    exporting.add(JavaSource.parse("module-info.java", "module a { exports a; }"));
    for (String name : List.of("Session", "UdpSession", "Codec", "SegmentList", "Sessions")) {
      exporting.add(type("public class " + name + " {}"));
    }
    assertThat(findings(glossary, exporting)).isEmpty();
    exporting.add(type("public class Thing {}"));
    exporting.add(type("class SessionManager {}"));
    exporting.add(type("class Whatever {}"));
    assertThat(findings(glossary, exporting))
        .containsExactly(
            "wire/A.java: docs/glossary.md does not know the word Thing in Thing",
            "wire/A.java: SessionManager ends in a word that says nothing");
  }

  private static JavaSource type(String declaration) {
    return JavaSource.parse("wire/A.java", "package a; " + declaration);
  }

  private static List<String> findings(Glossary glossary, List<JavaSource> sources) {
    Set<String> exported = DocumentationTest.exportedPackages(sources);
    List<String> findings = new ArrayList<>();
    for (JavaSource source : sources) {
      for (JavaSource.Type type : source.types()) {
        // The name of the project is one word.
        String[] words = HUMP.split(type.name().replace("NetDam", "Netdam"), -1);
        String last = words[words.length - 1];
        if (glossary.banned().contains(lower(last))) {
          findings.add(source.path() + ": " + type.name() + " ends in a word that says nothing");
        } else if (type.topLevel()
            && type.isPublic()
            && exported.contains(source.packageName())
            && !glossary.knows(last)) {
          findings.add(
              "%s: docs/glossary.md does not know the word %s in %s"
                  .formatted(source.path(), last, type.name()));
        }
      }
    }
    return findings;
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }

  /** The words of docs/glossary.md in lower case. */
  private record Glossary(Set<String> known, Set<String> banned) {
    static Glossary parse(String markdown) {
      int bannedPart = markdown.indexOf("## Banned");
      if (bannedPart < 0) {
        throw new IllegalArgumentException("docs/glossary.md has no part that bans words");
      }
      Set<String> known = new TreeSet<>();
      String allowedPart = markdown.substring(0, bannedPart);
      TERM.matcher(allowedPart)
          .results()
          .forEach(term -> known.addAll(List.of(lower(term.group(1)).split(" ", -1))));
      WORD.matcher(allowedPart).results().forEach(word -> known.add(lower(word.group(1))));
      Set<String> banned = new TreeSet<>();
      WORD.matcher(markdown.substring(bannedPart))
          .results()
          .forEach(word -> banned.add(lower(word.group(1))));
      return new Glossary(known, banned);
    }

    /** A plural is the same word. */
    boolean knows(String word) {
      String lower = lower(word);
      return known.contains(lower)
          || (lower.endsWith("s") && known.contains(lower.substring(0, lower.length() - 1)))
          || (lower.endsWith("ies")
              && known.contains(lower.substring(0, lower.length() - 3) + "y"));
    }
  }
}
