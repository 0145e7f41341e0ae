package io.netdam.simulator.history;

import io.netdam.simulator.history.Chronicle.Oddity;
import io.netdam.simulator.history.Chronicle.Reset;
import io.netdam.wire.FrameCheck;
import io.netdam.wire.InstructionCore;
import io.netdam.wire.PacketKind;
import io.netdam.wire.Request;
import io.netdam.wire.TransportHeader;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Watches the memory of one device: after each datagram it compares it with what it was, and finds
 * the step that explains the change. What it cannot explain is an oddity.
 */
public final class Witness {
  private static final int REMEMBERED = 8;

  private final int device;
  private final Chronicle chronicle;
  private final MemorySegment memory;
  private final ReferenceMemory before;
  private final ReferenceMemory guess;
  private final FrameCheck check = new FrameCheck();
  private final TransportHeader header = new TransportHeader();
  private final Request request = new Request();
  private final InstructionCore core = new InstructionCore();
  private final Deque<List<Step>> lately = new ArrayDeque<>();
  private final List<Effect> found = new ArrayList<>();

  /** Memory that is all zero. */
  public Witness(int device, Chronicle chronicle, MemorySegment memory) {
    this.device = device;
    this.chronicle = chronicle;
    this.memory = memory;
    this.before = new ReferenceMemory((int) memory.byteSize());
    this.guess = new ReferenceMemory((int) memory.byteSize());
  }

  /** The device has lost its memory. */
  public void reset(long nowNs) {
    memory.fill((byte) 0);
    before.clear();
    chronicle.resets().add(new Reset(nowNs, device));
  }

  /**
   * The device has taken a datagram.
   *
   * @param nowNs virtual time
   * @param frame the datagram
   * @param length its bytes
   */
  public void look(long nowNs, MemorySegment frame, int length) {
    boolean changed = memory.mismatch(before.segment()) >= 0;
    List<Step> asked = asked(frame, length);
    if (changed) {
      explain(nowNs, asked);
    }
    if (!asked.isEmpty()) {
      lately.addFirst(asked);
      if (lately.size() > REMEMBERED) {
        lately.removeLast();
      }
    }
  }

  private void explain(long nowNs, List<Step> asked) {
    if (explains(nowNs, asked)) {
      return;
    }
    for (List<Step> earlier : lately) {
      if (explains(nowNs, earlier)) {
        return;
      }
    }
    long at = memory.mismatch(before.segment());
    chronicle
        .oddities()
        .add(new Oddity(nowNs, "device " + device + " changed byte " + at + ", asked by nobody"));
    MemorySegment.copy(memory, 0, before.segment(), 0, memory.byteSize());
  }

  /** Whether some of these steps, from the first on, make the memory what it is. */
  private boolean explains(long nowNs, List<Step> steps) {
    guess.set(before);
    found.clear();
    for (Step step : steps) {
      long old = guess.cell(step);
      if (step.changing() && guess.run(step)) {
        found.add(new Effect(nowNs, device, step, old, guess.cell(step)));
        if (guess.segment().mismatch(memory) < 0) {
          chronicle.effects().addAll(found);
          before.set(guess);
          return true;
        }
      }
    }
    return false;
  }

  private List<Step> asked(MemorySegment frame, int length) {
    List<Step> steps = new ArrayList<>(1);
    if (check.check(frame, 0, length, true) != null
        || header.wrap(frame, 0).kind() != PacketKind.REQUEST) {
      return steps;
    }
    core.walk(request.wrap(frame, 0, length));
    while (core.next()) {
      Step step = chronicle.find(core, frame);
      if (step != null) {
        steps.add(step);
      }
    }
    return steps;
  }
}
