package io.netdam.device;

import io.netdam.engine.Outbox;
import io.netdam.link.Link;
import io.netdam.transport.Path;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Lets an engine write into a link that it does not know. */
final class LinkOutbox implements Outbox {

  private final Link link;

  LinkOutbox(Link link) {
    this.link = link;
  }

  @Override
  public @Nullable MemorySegment claim(int length) {
    return link.claim(length);
  }

  @Override
  public void commit(Path to, int length) {
    link.commit(to, length);
  }
}
