package io.netdam.memif;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Why a connection ends: the first thing that went wrong, whoever saw it. */
final class Failure {
  /** What, and the numbers that show it. */
  record Cause(PortReason reason, String detail) {}

  private final AtomicReference<@Nullable Cause> first = new AtomicReference<>();

  /** Notes a cause unless there is one. */
  void fail(PortReason reason, String detail) {
    boolean _ = first.compareAndSet(null, new Cause(reason, detail));
  }

  @Nullable Cause cause() {
    return first.get();
  }

  boolean happened() {
    return first.get() != null;
  }
}
