package io.netdam.laws;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Goal: public signatures change on purpose only. Each room with a public API exports one package
 * to everybody, and docs/api/ROOM.txt lists its signatures; all else is exported to named modules.
 *
 * <p>{@code ./netdam docs api} writes the lists anew.
 */
final class PublicApiTest {
  private static final Set<String> ROOMS_WITH_API =
      Set.of(
          "wire",
          "memory",
          "instruction",
          "client",
          "device",
          "memif",
          "control",
          "pool",
          "collective",
          "channel",
          "testkit");

  private static final String REMEDY =
      "if the change is meant, ./netdam docs api writes the lists anew";

  @Test
  void signaturesAreThoseOfTheLists() throws IOException {
    Path directory = House.here().root().resolve("docs/api");
    boolean write = Boolean.getBoolean("netdam.api.write");
    Set<String> expectedFiles = new TreeSet<>();
    for (House.Room room : House.here().rooms()) {
      if (openPackages(room.moduleInfo()).isEmpty()) {
        continue;
      }
      Path file = directory.resolve(room.name() + ".txt");
      expectedFiles.add(file.getFileName().toString());
      String now = signatures(publicTypes(room));
      if (write) {
        Files.createDirectories(directory);
        Files.writeString(file, now);
      }
      assertThat(file).as("%s; %s", file, REMEDY).exists();
      assertThat(House.text(file).lines())
          .as("public signatures of %s; %s", room.name(), REMEDY)
          .containsExactlyElementsOf(now.lines().toList());
    }
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()).filter(f -> f.endsWith(".txt")))
          .as("lists of rooms without a public API")
          .containsExactlyInAnyOrderElementsOf(expectedFiles);
    }
  }

  @Test
  void onlyRoomsWithAnApiExportToEverybodyAndOnePackageEach() {
    List<String> findings = new ArrayList<>();
    for (House.Room room : House.here().rooms()) {
      findings.addAll(openExports(room.name(), room.moduleInfo()));
    }
    assertThat(findings).isEmpty();
  }

  @Test
  void aPlantedExportToEverybodyIsFound() {
    assertThat(openExports("link", module("exports io.netdam.link;"))).isNotEmpty();
    assertThat(openExports("link", module("exports io.netdam.link to io.netdam.cli;"))).isEmpty();
    assertThat(openExports("wire", module("exports io.netdam.wire;"))).isEmpty();
    assertThat(openExports("wire", module("exports io.netdam.wire.core;"))).isNotEmpty();
  }

  /** The planted types are this file's own: a list that a person can check by eye. */
  @Test
  void aListHoldsWhatACallerSeesAndNothingElse() {
    assertThat(signatures(List.of(PlantedApi.class, PlantedRecord.class)).lines())
        .containsExactly(
            "public abstract static sealed interface io.netdam.laws.PublicApiTest$PlantedApi"
                + "<T extends java.lang.Number> permits io.netdam.laws.PublicApiTest$PlantedRecord",
            "  public abstract T largest(java.util.List<? extends T>) throws java.io.IOException",
            "",
            "public static final record io.netdam.laws.PublicApiTest$PlantedRecord(int value)"
                + " implements io.netdam.laws.PublicApiTest$PlantedApi<java.lang.Integer>",
            "  public static final long LIMIT",
            "  protected int inherited()",
            "  public PublicApiTest$PlantedRecord(int)",
            "  public Integer largest(java.util.List<? extends Integer>)",
            "  public int value()");
  }

  /** Planted: a generic method that throws. */
  public sealed interface PlantedApi<T extends Number> permits PlantedRecord {
    T largest(List<? extends T> of) throws IOException;
  }

  /** Planted: a constant, an inherited promise and a detail. */
  public record PlantedRecord(int value) implements PlantedApi<Integer> {
    public static final long LIMIT = 7;
    private static final long DETAIL = 8;

    @Override
    public Integer largest(List<? extends Integer> of) {
      return detail() > 0 ? of.getFirst() : value;
    }

    @SuppressWarnings("ProtectedMembersInFinalClass") // Planted: a list shows these too.
    protected int inherited() {
      return value;
    }

    static long detail() {
      return DETAIL;
    }
  }

  private static JavaSource module(String directive) {
    return JavaSource.parse("module-info.java", "module io.netdam.planted { " + directive + " }");
  }

  private static List<String> openPackages(JavaSource moduleInfo) {
    return Objects.requireNonNull(moduleInfo.module()).exports().stream()
        .filter(export -> export.to().isEmpty())
        .map(JavaSource.Export::packageName)
        .toList();
  }

  private static List<String> openExports(String room, JavaSource moduleInfo) {
    return openPackages(moduleInfo).stream()
        .filter(name -> !ROOMS_WITH_API.contains(room) || !name.equals("io.netdam." + room))
        .map(name -> room + " exports " + name + " to everybody: name the modules that may read it")
        .toList();
  }

  private static List<Class<?>> publicTypes(House.Room room) {
    List<String> open = openPackages(room.moduleInfo());
    List<Class<?>> types = new ArrayList<>();
    for (CompiledClass compiled : room.classes()) {
      String name = compiled.name();
      if (open.contains(name.substring(0, name.lastIndexOf('.')))) {
        Class<?> type = load(name);
        if (isVisible(type)) {
          types.add(type);
        }
      }
    }
    return types;
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, PublicApiTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("compiled, but not on the class path of the laws", e);
    }
  }

  private static boolean isVisible(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getEnclosingClass()) {
      if (!isVisible(at.getModifiers()) || at.isAnonymousClass() || at.isLocalClass()) {
        return false;
      }
    }
    return !type.getSimpleName().equals("package-info");
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static String signatures(List<Class<?>> types) {
    return types.stream()
        .map(type -> header(type) + "\n" + members(type))
        .sorted()
        .collect(Collectors.joining("\n"));
  }

  private static String header(Class<?> type) {
    StringBuilder header = new StringBuilder();
    // Class.toGenericString says modifiers, sealed, kind, name and type parameters, but no bounds.
    String generic = type.toGenericString();
    int parameters = generic.indexOf('<');
    header.append(parameters < 0 ? generic : generic.substring(0, parameters));
    header.append(typeParameters(type));
    if (type.isRecord()) {
      header.append(
          Arrays.stream(type.getRecordComponents())
              .map(PublicApiTest::component)
              .collect(Collectors.joining(", ", "(", ")")));
    }
    Type parent = type.getGenericSuperclass();
    if (parent != null && parent != Object.class && !type.isRecord() && !type.isEnum()) {
      header.append(" extends ").append(parent.getTypeName());
    }
    append(header, type.isInterface() ? " extends " : " implements ", type.getGenericInterfaces());
    append(header, " permits ", type.getPermittedSubclasses());
    return header.toString();
  }

  private static String component(RecordComponent component) {
    return component.getGenericType().getTypeName() + " " + component.getName();
  }

  private static String typeParameters(GenericDeclaration declaration) {
    String all =
        Arrays.stream(declaration.getTypeParameters())
            .map(parameter -> {
              String bounds =
                  Arrays.stream(parameter.getBounds())
                      .filter(bound -> bound != Object.class)
                      .map(Type::getTypeName)
                      .collect(Collectors.joining(" & "));
              return bounds.isEmpty()
                  ? parameter.getName()
                  : parameter.getName() + " extends " + bounds;
            })
            .collect(Collectors.joining(", "));
    return all.isEmpty() ? "" : "<" + all + ">";
  }

  private static void append(StringBuilder header, String word, Type @Nullable [] types) {
    if (types != null && types.length > 0) {
      header.append(
          Arrays.stream(types).map(Type::getTypeName).collect(Collectors.joining(", ", word, "")));
    }
  }

  /** One line for each member, sorted by its name. */
  private static String members(Class<?> type) {
    Map<String, String> members = new TreeMap<>();
    for (Field field : type.getDeclaredFields()) {
      add(members, type, field, field.toGenericString());
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      add(members, type, constructor, constructor.toGenericString());
    }
    for (Method method : type.getDeclaredMethods()) {
      if (!type.isRecord() || !isObjectMethod(method)) {
        add(members, type, method, method.toGenericString());
      }
    }
    return String.join("", members.values());
  }

  private static <M extends AccessibleObject & Member> void add(
      Map<String, String> members, Class<?> type, M member, String text) {
    if (isVisible(member.getModifiers()) && !member.isSynthetic()) {
      String mark = member.isAnnotationPresent(Deprecated.class) ? "@Deprecated " : "";
      // Names of the package and of the type itself would stand in every line.
      String brief =
          text.replace(type.getName() + ".", "")
              .replace(type.getPackageName() + ".", "")
              .replace("java.lang.foreign.", "")
              .replaceAll("java\\.lang\\.(?=[A-Z])", "");
      members.put(member.getName() + " " + text, "  " + mark + brief + "\n");
    }
  }

  private static boolean isObjectMethod(Method method) {
    return Set.of("toString", "hashCode", "equals").contains(method.getName());
  }
}
