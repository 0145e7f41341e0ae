package io.netdam.engine;

import io.netdam.instruction.Effect;
import io.netdam.instruction.Execution;
import io.netdam.instruction.Instruction;
import io.netdam.instruction.InstructionSet;
import io.netdam.instruction.OutcomeLookup;
import io.netdam.memory.Layouts;
import io.netdam.memory.Region;
import io.netdam.memory.Wide;
import io.netdam.wire.FrameLayout;
import io.netdam.wire.InstructionCore;
import io.netdam.wire.Opcode;
import io.netdam.wire.ReplyWriter;
import io.netdam.wire.Request;
import io.netdam.wire.Result;
import io.netdam.wire.Status;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Runs the instructions of one request, in order, into a reply.
 *
 * <p>First {@link #survey} tells what the request is and how large its reply can get; nothing runs
 * yet. Then {@link #run}. With flag ALL every instruction is first run against a view of the memory
 * that refuses changes: whoever is refused for any other reason than that, or compares unequal,
 * stops all of them before the first change.
 */
final class InstructionRunner {
  private static final long HALF = 0xFFFF_FFFFL;

  private final InstructionSet set;
  private final Region region;
  private final Region readOnlyView;
  private final boolean alone;
  private final DeviceCounters counters;
  private final Execution execution = new Execution();
  private final InstructionCore core = new InstructionCore();
  private final Wide wide = new Wide();

  private boolean changing;
  private boolean takesPartInAll;
  private int resultBytes;
  private long dataBytes;
  private int firstOpcode;

  private Status status = Status.DONE;
  private long lastValue;
  private int ran;
  private boolean plain;

  /**
   * A runner.
   *
   * @param alone whether no other shard works on the region, without which ALL cannot be kept
   */
  InstructionRunner(InstructionSet set, Region region, boolean alone, DeviceCounters counters) {
    this.set = set;
    this.region = region;
    this.readOnlyView = region.asReadOnly();
    this.alone = alone;
    this.counters = counters;
  }

  /** Looks a request over without running anything. */
  void survey(Request request) {
    changing = false;
    takesPartInAll = true;
    resultBytes = 0;
    dataBytes = 0;
    core.walk(request);
    while (core.next()) {
      int opcode = core.opcode();
      if (core.index() == 0) {
        firstOpcode = opcode;
      }
      Instruction instruction = set.find(opcode);
      resultBytes += Result.BYTES;
      if (instruction == null) {
        continue;
      }
      changing |= instruction.effect() == Effect.CHANGING;
      takesPartInAll &= opcode != Opcode.OUTCOME && opcode < Opcode.USER_FIRST;
      if (wideValue(instruction)) {
        resultBytes += Result.BYTES_WIDE - Result.BYTES;
      }
      int data = resultDataBytes(instruction);
      if (data > 0) {
        dataBytes = FrameLayout.dataStart(dataBytes) + data;
      }
    }
  }

  private boolean wideValue(Instruction instruction) {
    try {
      return instruction.wideValue(core);
    } catch (RuntimeException fault) {
      return false; // a user's instruction; running it will show what is wrong
    }
  }

  private int resultDataBytes(Instruction instruction) {
    try {
      return instruction.resultDataBytes(core);
    } catch (RuntimeException fault) {
      return 0; // as above
    }
  }

  /** Whether one of the instructions changes memory. */
  boolean changing() {
    return changing;
  }

  /** The longest frame that the reply can take, in bytes. */
  long replyBytes() {
    return ReplyWriter.frameBytes(resultBytes, dataBytes);
  }

  /** Bytes of results that the reply can have. */
  int resultBytes() {
    return resultBytes;
  }

  /** Opcode of the first instruction. */
  int firstOpcode() {
    return firstOpcode;
  }

  /** Whether a reply can carry more than a guard's record holds: one plain value. */
  boolean large() {
    return resultBytes > Result.BYTES || dataBytes > 0;
  }

  /**
   * Runs a surveyed request.
   *
   * @param request the request
   * @param segment holds it
   * @param outcomes what OUTCOME asks, or null without a session
   * @param reply begun with {@link #resultBytes}
   * @param frame what the reply is built in
   */
  void run(
      Request request,
      MemorySegment segment,
      @Nullable OutcomeLookup outcomes,
      ReplyWriter reply,
      MemorySegment frame) {
    status = Status.DONE;
    lastValue = 0;
    ran = 0;
    plain = true;
    execution.outcomes(outcomes);
    if (request.all() && !allCan(request, segment, reply, frame)) {
      return;
    }
    boolean goesOn = request.continuing() && !request.all();
    core.walk(request);
    while (core.next()) {
      Status ended =
          request.all() && core.opcode() == Opcode.COMPARE_AND_SWAP
              ? swapCompared(segment)
              : runOne(region, segment, reply, frame);
      append(ended, reply);
      if (ended != Status.DONE) {
        status = status == Status.DONE ? ended : status;
        if (!goesOn) {
          return;
        }
      }
    }
  }

  private Status runOne(
      Region memory, MemorySegment segment, ReplyWriter reply, MemorySegment frame) {
    execution
        .region(memory)
        .input(core, segment)
        .output(frame, reply.dataOffset(), reply.dataRoom());
    if (core.handle() != 0) {
      return execution.refused(Status.HANDLE_UNKNOWN, 0);
    }
    Status ended = set.execute(execution);
    return core.opcode() >= Opcode.USER_FIRST && ended == Status.DONE ? asAnnounced() : ended;
  }

  /** A user's instruction must not bring more than it announced: the reply has no room for it. */
  private Status asAnnounced() {
    Instruction instruction = set.find(core.opcode());
    boolean announced =
        instruction != null
            && execution.dataLength() <= resultDataBytes(instruction)
            && (!execution.wide() || wideValue(instruction));
    return announced ? Status.DONE : execution.refused(Status.TRAPPED, 0);
  }

  private void append(Status ended, ReplyWriter reply) {
    int opcode = core.opcode();
    lastValue = execution.value();
    if (ended == Status.DONE && execution.dataLength() > 0) {
      plain = false;
      reply.resultWithData(opcode, execution.dataLength(), lastValue);
    } else if (ended == Status.DONE && execution.wide()) {
      plain = false;
      reply.resultWide(opcode, ended.code(), lastValue, execution.valueHigh());
    } else {
      reply.result(opcode, ended.code(), lastValue);
    }
    plain &= core.index() == 0;
    ran++;
    counters.ended(opcode, ended);
  }

  /** Whether all instructions would run; if not, the reply holds the refusal. */
  private boolean allCan(
      Request request, MemorySegment segment, ReplyWriter reply, MemorySegment frame) {
    core.walk(request);
    while (core.next()) {
      Status ended = canRun(segment, reply, frame);
      if (ended != Status.DONE) {
        status = ended;
        append(ended, reply);
        return false;
      }
    }
    return true;
  }

  private Status canRun(MemorySegment segment, ReplyWriter reply, MemorySegment frame) {
    if (!takesPartInAll) {
      execution.input(core, segment);
      return execution.refused(Status.INTERRUPTED, 0);
    }
    if (!alone) {
      return execution.refused(Status.UNSUPPORTED, 0);
    }
    // A change that is fine but for the view is refused as READ_ONLY, which is asked last.
    Status ended = runOne(readOnlyView, segment, reply, frame);
    if (ended == Status.READ_ONLY && !region.readOnly()) {
      return core.opcode() == Opcode.COMPARE_AND_SWAP ? compare(segment) : Status.DONE;
    }
    return ended;
  }

  private Status compare(MemorySegment segment) {
    long address = core.address();
    execution.input(core, segment);
    switch (execution.width()) {
      case Integer.BYTES -> {
        long found = region.getInt(address) & HALF;
        return found == (core.operand0() & HALF) ? Status.DONE : mismatch(found);
      }
      case Long.BYTES -> {
        long found = region.getLong(address);
        return found == core.operand0() ? Status.DONE : mismatch(found);
      }
      default -> {
        long low = region.getLong(address);
        long high = region.getLong(address + Long.BYTES);
        boolean equal = low == dataWord(segment, 0) && high == dataWord(segment, 1);
        return equal ? Status.DONE : mismatch(low);
      }
    }
  }

  private Status mismatch(long found) {
    return execution.refused(Status.MISMATCH, found);
  }

  /** ALL: the compare was equal before the first change; what stands there now gives way. */
  private Status swapCompared(MemorySegment segment) {
    long address = core.address();
    execution.input(core, segment);
    switch (execution.width()) {
      case Integer.BYTES -> {
        region.getAndSetInt(address, (int) core.operand1());
        return execution.done(core.operand0() & HALF);
      }
      case Long.BYTES -> {
        region.getAndSet(address, core.operand1());
        return execution.done(core.operand0());
      }
      default -> {
        region.getAndSetWide(address, dataWord(segment, 2), dataWord(segment, 3), wide);
        wide.set(dataWord(segment, 0), dataWord(segment, 1));
        return execution.done(wide);
      }
    }
  }

  private long dataWord(MemorySegment segment, int index) {
    return segment.get(Layouts.UNALIGNED_WORD, core.dataOffset() + (long) index * Long.BYTES);
  }

  /** The first refusal, or DONE. */
  Status status() {
    return status;
  }

  /** Value of the last result. */
  long lastValue() {
    return lastValue;
  }

  /** How many results there are. */
  int ran() {
    return ran;
  }

  /** Whether the results are one plain value of the first instruction. */
  boolean plain() {
    return plain;
  }
}
