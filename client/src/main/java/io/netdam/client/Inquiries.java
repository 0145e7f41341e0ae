package io.netdam.client;

import io.netdam.link.Link;
import io.netdam.transport.Path;
import io.netdam.wire.Caps;
import io.netdam.wire.CapsReply;
import io.netdam.wire.Checksum;
import io.netdam.wire.FrameCheck;
import io.netdam.wire.PacketKind;
import io.netdam.wire.TransportHeader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Questions what a device is (CAPS), which need no session and therefore no engine. Each is asked
 * again every tenth of a second until it is answered or its time is over. Guarded by the driver's
 * lock; may allocate.
 */
final class Inquiries {

  private static final long ASK_AGAIN_NS = 100_000_000;

  private final Link link;
  private final FrameCheck check = new FrameCheck();
  private final Checksum checksum = new Checksum();
  private final Caps question = new Caps();
  private final CapsReply answer = new CapsReply();
  private final List<Call> open = new ArrayList<>();

  Inquiries(Link link) {
    this.link = link;
  }

  void add(Call call, Path path, long now) {
    call.nonce = Engines.unpredictable();
    call.askAtNs = now;
    call.path = path;
    open.add(call);
  }

  void remove(Call call) {
    open.remove(call);
  }

  /** Asks what is due. Returns a call whose time is over, no longer open; null if there is none. */
  @Nullable Call ask(long now) {
    for (int i = 0; i < open.size(); i++) {
      Call call = open.get(i);
      if (now >= call.expiryNs) {
        return open.remove(i);
      }
      if (now >= call.askAtNs) {
        ask(call);
        call.askAtNs = now + ASK_AGAIN_NS;
      }
    }
    return null;
  }

  private void ask(Call call) {
    MemorySegment frame = link.claim(Caps.BYTES);
    if (frame != null && call.path != null) {
      question.begin(frame, 0).nonce(call.nonce);
      checksum.seal(frame, 0, Caps.BYTES);
      link.commit(call.path, Caps.BYTES);
    }
  }

  /** The call that this frame answers, no longer open; null if it is not for us. */
  @Nullable Call answered(MemorySegment segment, long offset, int length) {
    if (open.isEmpty()
        || length < CapsReply.BYTES
        || segment.get(ValueLayout.JAVA_BYTE, offset + TransportHeader.KIND)
            != PacketKind.CAPS_REPLY
        || check.check(segment, offset, length, false) != null) {
      return null;
    }
    answer.wrap(segment, offset);
    for (int i = 0; i < open.size(); i++) {
      if (open.get(i).nonce == answer.nonce()) {
        Call call = open.remove(i);
        call.info = info();
        return call;
      }
    }
    return null;
  }

  private DeviceCaps info() {
    int flags = answer.deviceFlags();
    return new DeviceCaps(
        answer.deviceIdHigh(),
        answer.deviceIdLow(),
        answer.epoch(),
        answer.memoryBytes(),
        answer.memoryBase(),
        (int) answer.frameBytes(),
        answer.window(),
        answer.leaseMs(),
        answer.shards(),
        (flags & CapsReply.FLAG_DURABLE) != 0,
        (flags & CapsReply.FLAG_READ_ONLY) != 0,
        (flags & CapsReply.FLAG_DRAINING) != 0);
  }

  /** When to ask or give up next. */
  long deadlineNs() {
    long deadline = Long.MAX_VALUE;
    for (int i = 0; i < open.size(); i++) {
      deadline = Math.min(deadline, Math.min(open.get(i).askAtNs, open.get(i).expiryNs));
    }
    return deadline;
  }
}
