package io.netdam.link;

import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Lets tests and tools put a wrapper (faults, capture, trace) around every link that a client or a
 * device opens, without a word about it in the public interfaces of those rooms.
 *
 * <pre>{@code
 * NetDam net = LinkHook.around(link -> new FaultLink(link, ...), () -> NetDam.open(options));
 * }</pre>
 */
public final class LinkHook {

  private static final ScopedValue<UnaryOperator<Link>> WRAPPER = ScopedValue.newInstance();

  private LinkHook() {}

  /**
   * Runs something that opens links, each of which is replaced by what the wrapper makes of it;
   * also those that the opened object opens later.
   *
   * @param wrapper called for each link, perhaps from several threads
   * @param opening runs on this thread
   * @return what {@code opening} returns
   */
  public static <T> T around(UnaryOperator<Link> wrapper, Supplier<T> opening) {
    return ScopedValue.where(WRAPPER, wrapper).call(opening::get);
  }

  /** The wrapper of this scope; outside any, one that returns the link as it is. */
  public static UnaryOperator<Link> wrapper() {
    return WRAPPER.orElse(UnaryOperator.identity());
  }
}
