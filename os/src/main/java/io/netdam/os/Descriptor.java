package io.netdam.os;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A file descriptor that this process owns.
 *
 * <p>Its number must not be closed while another thread is about to use it: the system gives the
 * number to the next file, and the other thread would write into that. So each use is counted, and
 * the last one out closes.
 */
public final class Descriptor implements AutoCloseable {
  /** Stands for no descriptor where a number is wanted. */
  static final int NONE = -1;

  /** Closes a number; once. */
  interface Closing {
    void close(int number);
  }

  private final int number;
  private final Closing closing;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** The owner counts as one. */
  private final AtomicInteger uses = new AtomicInteger(1);

  Descriptor(int number, Closing closing) {
    this.number = number;
    this.closing = closing;
  }

  /** The number until {@link #leave}, or {@link #NONE} if it was closed: then do not leave. */
  int enter() {
    int count;
    do {
      count = uses.get();
      if (count == 0) {
        return NONE;
      }
    } while (!uses.compareAndSet(count, count + 1));
    return number;
  }

  void leave() {
    if (uses.decrementAndGet() == 0) {
      closing.close(number);
    }
  }

  /** Whether nobody has closed it. */
  public boolean isOpen() {
    return !closed.get();
  }

  /** Closes it, now or when its last use ends; twice is as good as once. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      leave();
    }
  }

  @Override
  public String toString() {
    return "descriptor " + number + (isOpen() ? "" : " (closed)");
  }
}
