package io.netdam.laws;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.DirectiveTree;
import com.sun.source.tree.ExportsTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModuleTree;
import com.sun.source.tree.RequiresTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * What the laws ask of one Java source.
 *
 * @param path relative to the checkout
 * @param text the whole file
 * @param packageName empty in a module-info
 * @param types every declared type, nested ones too, anonymous ones not
 * @param methods every method and constructor with a body
 * @param module what a module-info says, else null
 */
record JavaSource(
    String path,
    String text,
    String packageName,
    List<Type> types,
    List<Method> methods,
    @Nullable Module module) {

  /**
   * A declared type; {@code sentence} is the first sentence of its Javadoc, empty if it has none.
   */
  record Type(String name, boolean topLevel, boolean isPublic, long line, String sentence) {}

  /** A method with the lines from its signature to its closing brace. */
  record Method(String name, long line, long lines) {}

  /** A module declaration. */
  record Module(String name, List<String> requires, List<Export> exports) {}

  /** An exported package; {@code to} is empty when everybody may read it. */
  record Export(String packageName, List<String> to) {}

  String fileName() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The count of lines; a last line without a line feed counts too. */
  int lines() {
    return (int) text.lines().count();
  }

  static JavaSource parse(String path, String text) {
    return parseAll(Map.of(path, text)).getFirst();
  }

  /** Parses many files in one go, which is much faster than one by one. */
  static List<JavaSource> parseAll(Map<String, String> texts) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<Source> files =
        texts.entrySet().stream().map(file -> new Source(file.getKey(), file.getValue())).toList();
    JavacTask task =
        (JavacTask) compiler.getTask(null, null, null, List.of("-proc:none"), null, files);
    DocTrees trees = DocTrees.instance(task);
    List<JavaSource> sources = new ArrayList<>();
    try {
      for (CompilationUnitTree unit : task.parse()) {
        String path = unit.getSourceFile().toUri().getPath().substring(1);
        sources.add(read(path, Objects.requireNonNull(texts.get(path)), unit, trees));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sources;
  }

  private static JavaSource read(
      String path, String text, CompilationUnitTree unit, DocTrees trees) {
    Reader reader = new Reader(unit, trees);
    reader.scan(unit, null);
    ModuleTree module = unit.getModule();
    return new JavaSource(
        path,
        text,
        unit.getPackageName() == null ? "" : unit.getPackageName().toString(),
        List.copyOf(reader.types),
        List.copyOf(reader.methods),
        module == null ? null : moduleOf(module));
  }

  private static Module moduleOf(ModuleTree tree) {
    List<String> requires = new ArrayList<>();
    List<Export> exports = new ArrayList<>();
    for (DirectiveTree directive : tree.getDirectives()) {
      if (directive instanceof RequiresTree clause) {
        requires.add(clause.getModuleName().toString());
      } else if (directive instanceof ExportsTree clause) {
        List<? extends Tree> to = clause.getModuleNames();
        exports.add(
            new Export(
                clause.getPackageName().toString(),
                to == null ? List.of() : to.stream().map(Tree::toString).toList()));
      }
    }
    return new Module(tree.getName().toString(), List.copyOf(requires), List.copyOf(exports));
  }

  private static final class Reader extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final List<Type> types = new ArrayList<>();
    private final List<Method> methods = new ArrayList<>();
    private final CompilationUnitTree unit;
    private final DocTrees trees;
    private final SourcePositions positions;

    Reader(CompilationUnitTree unit, DocTrees trees) {
      this.unit = unit;
      this.trees = trees;
      this.positions = trees.getSourcePositions();
    }

    @Override
    public @Nullable Void visitClass(ClassTree tree, @Nullable Void ignored) {
      if (!tree.getSimpleName().isEmpty()) {
        TreePath path = getCurrentPath();
        boolean topLevel = path.getParentPath().getLeaf() instanceof CompilationUnitTree;
        types.add(
            new Type(
                tree.getSimpleName().toString(),
                topLevel,
                isPublic(path),
                line(positions.getStartPosition(unit, tree)),
                firstSentence(path)));
      }
      return super.visitClass(tree, null);
    }

    @Override
    public @Nullable Void visitMethod(MethodTree tree, @Nullable Void ignored) {
      if (tree.getBody() != null) {
        long first = line(positions.getStartPosition(unit, tree));
        long last = line(positions.getEndPosition(unit, tree));
        methods.add(new Method(tree.getName().toString(), first, last - first + 1));
      }
      return super.visitMethod(tree, null);
    }

    /** Public all the way out; members of a public interface are public without the word. */
    private static boolean isPublic(TreePath path) {
      for (TreePath at = path; at != null; at = at.getParentPath()) {
        if (at.getLeaf() instanceof MethodTree) {
          return false;
        }
        if (at.getLeaf() instanceof ClassTree type
            && !type.getModifiers().getFlags().contains(Modifier.PUBLIC)
            && !isInterface(at.getParentPath().getLeaf())) {
          return false;
        }
      }
      return true;
    }

    private static boolean isInterface(Tree tree) {
      return tree.getKind() == Tree.Kind.INTERFACE || tree.getKind() == Tree.Kind.ANNOTATION_TYPE;
    }

    private String firstSentence(TreePath path) {
      DocCommentTree comment = trees.getDocCommentTree(path);
      return comment == null ? "" : comment.getFirstSentence().toString().strip();
    }

    private long line(long position) {
      return unit.getLineMap().getLineNumber(position);
    }
  }

  /** A source in memory. */
  static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String path, String text) {
      super(URI.create("memory:///" + path), JavaFileObject.Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
