package io.netdam.laws;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles a violation in memory, so that a law can be shown to find it. */
final class PlantedClass {
  private PlantedClass() {}

  /** A class whose one method has this body. */
  static CompiledClass withBody(String body) {
    return withBodies(List.of(body)).getFirst();
  }

  /** One class for each body, compiled in one go, which is much faster than one by one. */
  static List<CompiledClass> withBodies(List<String> bodies) {
    return compile(
        bodies.stream()
            .map(body -> "class %s { Object run() throws Exception { " + body + " } }")
            .toList());
  }

  /** Compiles declarations in which {@code %s} stands for the name of the class. */
  static List<CompiledClass> compile(List<String> declarations) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    MemoryManager manager = new MemoryManager(compiler.getStandardFileManager(null, null, null));
    List<JavaSource.Source> sources = new ArrayList<>();
    for (String declaration : declarations) {
      String name = "Planted" + sources.size();
      sources.add(
          new JavaSource.Source(
              "io/netdam/wire/" + name + ".java",
              "package io.netdam.wire; " + declaration.replace("%s", name)));
    }
    List<String> options = List.of("-proc:none", "-nowarn");
    if (!compiler.getTask(null, manager, null, options, null, sources).call()) {
      throw new IllegalArgumentException("does not compile: " + declarations);
    }
    List<CompiledClass> compiled = new ArrayList<>();
    for (int index = 0; index < sources.size(); index++) {
      ByteArrayOutputStream bytes = manager.outputs.get("io.netdam.wire.Planted" + index);
      compiled.add(CompiledClass.read(Objects.requireNonNull(bytes).toByteArray()));
    }
    return compiled;
  }

  private static final class MemoryManager extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> outputs = new HashMap<>();

    MemoryManager(JavaFileManager standard) {
      super(standard);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("memory:///" + className), kind) {
        @Override
        public OutputStream openOutputStream() {
          return outputs.computeIfAbsent(className, name -> new ByteArrayOutputStream());
        }
      };
    }
  }
}
