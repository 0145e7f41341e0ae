package io.netdam.laws;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a class file says about the world outside it.
 *
 * @param name with dots
 * @param classes every class that it names, with dots
 * @param strings every text constant
 * @param members every field and method that it names
 * @param locks whether it enters a monitor
 * @param nativeMethods whether it declares a native method
 */
record CompiledClass(
    String name,
    Set<String> classes,
    Set<String> strings,
    Set<Member> members,
    boolean locks,
    boolean nativeMethods) {

  /** A field or method, with the owner's name in dots and the descriptor as in the class file. */
  record Member(String owner, String name, String descriptor) implements Comparable<Member> {
    @Override
    public int compareTo(Member other) {
      return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
      return owner + "." + name + descriptor;
    }
  }

  static CompiledClass read(Path file) {
    try {
      return read(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static CompiledClass read(byte[] bytes) {
    ClassModel model = ClassFile.of().parse(bytes);
    Set<String> classes = new TreeSet<>();
    Set<String> strings = new TreeSet<>();
    Set<Member> members = new TreeSet<>();
    for (PoolEntry entry : model.constantPool()) {
      if (entry instanceof ClassEntry named) {
        classes.add(dotted(named.asInternalName()));
      } else if (entry instanceof StringEntry constant) {
        strings.add(constant.stringValue());
      } else if (entry instanceof MemberRefEntry named) {
        members.add(
            new Member(
                dotted(named.owner().asInternalName()),
                named.name().stringValue(),
                named.type().stringValue()));
      }
    }
    return new CompiledClass(
        dotted(model.thisClass().asInternalName()),
        classes,
        strings,
        members,
        model.methods().stream().anyMatch(CompiledClass::locks),
        model.methods().stream().anyMatch(method -> method.flags().has(AccessFlag.NATIVE)));
  }

  /** Everything that may name a class: in code, or as text for reflection. */
  Set<String> names() {
    Set<String> names = new TreeSet<>(classes);
    names.addAll(strings);
    return names;
  }

  /** The package and the top-level type, without nested names. */
  String topLevelName() {
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  private static boolean locks(MethodModel method) {
    return method.flags().has(AccessFlag.SYNCHRONIZED)
        || method.code().stream()
            .flatMap(code -> code.elementStream())
            .anyMatch(element ->
                element instanceof MonitorInstruction monitor
                    && monitor.opcode() == Opcode.MONITORENTER);
  }

  private static String dotted(String internalName) {
    return internalName.replace('/', '.');
  }
}
