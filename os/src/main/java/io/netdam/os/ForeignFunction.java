package io.netdam.os;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One function of the C library, linked when first asked for. */
final class ForeignFunction {
  private final String symbol;
  private final boolean capturesErrno;
  private final FunctionDescriptor descriptor;
  private final List<Linker.Option> options;
  private @Nullable MethodHandle handle;

  ForeignFunction(
      String symbol,
      boolean capturesErrno,
      FunctionDescriptor descriptor,
      Linker.Option... options) {
    this.symbol = symbol;
    this.capturesErrno = capturesErrno;
    this.descriptor = descriptor;
    this.options = List.of(options);
  }

  /** The C name. */
  String symbol() {
    return symbol;
  }

  /**
   * The linked function; where errno says more than the result does, its first argument is the
   * memory that receives it (each such call costs some 30 ms more to link).
   *
   * @throws NativeUnavailableException if this JVM may not, or this C library has not
   */
  synchronized MethodHandle link() throws NativeUnavailableException {
    MethodHandle linked = handle;
    if (linked == null) {
      try {
        Linker linker = Linker.nativeLinker();
        MemorySegment address =
            linker
                .defaultLookup()
                .find(symbol)
                .orElseThrow(() -> new NativeUnavailableException(symbol + " is not there"));
        List<Linker.Option> all = new ArrayList<>(options);
        if (capturesErrno) {
          all.add(Linker.Option.captureCallState("errno"));
        }
        linked = linker.downcallHandle(address, descriptor, all.toArray(Linker.Option[]::new));
        handle = linked;
      } catch (IllegalCallerException | UnsupportedOperationException denied) {
        throw new NativeUnavailableException("native access is denied to io.netdam.os", denied);
      }
    }
    return linked;
  }
}
