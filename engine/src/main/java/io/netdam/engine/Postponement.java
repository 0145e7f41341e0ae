package io.netdam.engine;

import io.netdam.transport.Rule;
import io.netdam.transport.Rules;
import io.netdam.wire.FrameLayout;
import io.netdam.wire.ReplyWriter;
import io.netdam.wire.Request;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The fault behind {@link Rule#EFFECT_BEFORE_ACKNOWLEDGEMENT}, for simulations: a changing request
 * is acknowledged when it arrives, and runs only when the next one does. While the rule is kept
 * this does nothing and holds no memory.
 */
final class Postponement {
  private final boolean postpones;
  private final MemorySegment held;
  private final Request request = new Request();
  private final ReplyWriter reply = new ReplyWriter();
  private int heldLength;

  Postponement(Rules rules) {
    postpones = !rules.keeps(Rule.EFFECT_BEFORE_ACKNOWLEDGEMENT);
    held =
        postpones
            ? Arena.ofAuto().allocate(2L * FrameLayout.BYTES_MAXIMUM, FrameLayout.BLOCK_BYTES)
            : MemorySegment.NULL;
  }

  /** Holds a request back; false: run it now. */
  boolean takes(MemorySegment segment, long offset, int length) {
    if (!postpones) {
      return false;
    }
    MemorySegment.copy(segment, offset, held, 0, length);
    heldLength = length;
    return true;
  }

  /** Runs what is held back, then looks the present request over again. */
  void settle(InstructionRunner runner, Request present) {
    if (heldLength == 0) {
      return;
    }
    runner.survey(request.wrap(held, 0, heldLength));
    heldLength = 0;
    long room = runner.replyBytes();
    if (room <= FrameLayout.BYTES_MAXIMUM) {
      MemorySegment frame = held.asSlice(FrameLayout.BYTES_MAXIMUM);
      reply.begin(frame, 0, (int) room, runner.resultBytes());
      runner.run(request, held, null, reply, frame);
    }
    runner.survey(present);
  }
}
