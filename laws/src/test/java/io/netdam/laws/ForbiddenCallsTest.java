package io.netdam.laws;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: foreign calls stand in {@code os} alone; nobody uses internals of the JDK or Unsafe; a
 * library prints nothing.
 *
 * <p>Printing is for {@code cli}, {@code bench}, {@code examples} and, in {@code simulator}, for
 * classes named {@code …Command} or {@code Main}.
 */
final class ForbiddenCallsTest {
  private static final Set<String> PRINTING_ROOMS = Set.of("cli", "bench", "examples");

  @Test
  void noRoomMakesAForbiddenCall() {
    List<String> findings = new ArrayList<>();
    for (House.Room room : House.here().rooms()) {
      room.classes().forEach(type -> findings.addAll(findings(room.name(), type)));
    }
    assertThat(findings).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "return java.lang.foreign.Linker.nativeLinker();",
        "return java.lang.foreign.SymbolLookup.loaderLookup();",
        "return java.lang.foreign.MemorySegment.NULL.reinterpret(8);",
        "return java.lang.foreign.ValueLayout.ADDRESS.withTargetLayout("
            + "java.lang.foreign.ValueLayout.JAVA_INT);",
        "System.loadLibrary(\"x\"); return 1;",
      })
  void aPlantedForeignCallIsFoundExceptInOs(String body) {
    CompiledClass planted = PlantedClass.withBody(body);
    assertThat(findings("memory", planted)).isNotEmpty();
    assertThat(findings("os", planted)).isEmpty();
  }

  @Test
  void aNativeMethodIsFoundEverywhere() {
    CompiledClass planted =
        PlantedClass.compile(List.of("class %s { native void run(); }")).getFirst();
    assertThat(findings("os", planted)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "return Class.forName(\"sun.misc.Unsafe\");",
        "sun.misc.Unsafe unsafe = null; return unsafe.addressSize();",
        "return Class.forName(\"jdk.internal.misc.VM\");",
      })
  void anInternalIsFoundEverywhere(String body) {
    CompiledClass planted = PlantedClass.withBody(body);
    assertThat(findings("os", planted)).isNotEmpty();
    assertThat(findings("cli", planted)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "System.out.println(); return 1;",
        "System.err.println(); return 1;",
        "new Exception().printStackTrace(); return 1;",
      })
  void printingInALibraryIsFound(String body) {
    CompiledClass planted = PlantedClass.withBody(body);
    assertThat(findings("client", planted)).isNotEmpty();
    assertThat(findings("simulator", planted)).isNotEmpty();
    assertThat(findings("cli", planted)).isEmpty();
  }

  private static List<String> findings(String room, CompiledClass type) {
    List<String> findings = new ArrayList<>();
    if (type.nativeMethods()) {
      findings.add(type.name() + " declares a native method; foreign calls go through os");
    }
    for (CompiledClass.Member member : type.members()) {
      if (!room.equals("os") && isForeign(member)) {
        findings.add(type.name() + " calls " + member + "; foreign calls stand in os alone");
      }
      if (!mayPrint(room, type) && prints(member)) {
        findings.add(type.name() + " uses " + member + "; a library logs or returns what it says");
      }
    }
    for (String name : type.names()) {
      if (isInternal(name)) {
        findings.add(type.name() + " names the internal " + name);
      }
    }
    return findings;
  }

  private static boolean isForeign(CompiledClass.Member member) {
    String owner = member.owner();
    return switch (member.name()) {
      case "reinterpret", "withTargetLayout" -> owner.startsWith("java.lang.foreign.");
      case "load", "loadLibrary" ->
          owner.equals("java.lang.System") || owner.equals("java.lang.Runtime");
      default ->
          owner.startsWith("java.lang.foreign.Linker")
              || owner.startsWith("java.lang.foreign.SymbolLookup");
    };
  }

  private static boolean isInternal(String name) {
    return name.startsWith("sun.") || name.startsWith("jdk.internal.");
  }

  private static boolean prints(CompiledClass.Member member) {
    if (member.owner().equals("java.lang.System")) {
      return member.name().equals("out") || member.name().equals("err");
    }
    return member.name().equals("printStackTrace") && member.descriptor().equals("()V");
  }

  private static boolean mayPrint(String room, CompiledClass type) {
    String name = type.topLevelName();
    return PRINTING_ROOMS.contains(room)
        || (room.equals("simulator") && (name.endsWith("Command") || name.endsWith(".Main")));
  }
}
