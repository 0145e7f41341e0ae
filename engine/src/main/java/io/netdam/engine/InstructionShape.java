package io.netdam.engine;

import io.netdam.instruction.Effect;
import io.netdam.instruction.Instruction;
import io.netdam.instruction.InstructionSet;
import io.netdam.wire.FrameLayout;
import io.netdam.wire.InstructionCore;
import io.netdam.wire.Opcode;
import io.netdam.wire.Reply;
import io.netdam.wire.Request;
import io.netdam.wire.Result;
import java.lang.foreign.MemorySegment;
import java.util.Locale;

/**
 * What an instruction needs on the wire: whether it changes memory, takes operands or data, how
 * long request and reply are. The caller's faults are found here, before anything is accepted.
 */
final class InstructionShape {
  private static final int HANDLE_MAX = 0xFFFF;

  private final InstructionSet instructions;
  private final InstructionCore core = new InstructionCore();
  private final MemorySegment scratch =
      MemorySegment.ofArray(new byte[InstructionCore.BYTES + InstructionCore.OPERANDS_BYTES]);
  private int traits;
  private int streamBytes;
  private int dataBytes;
  private int resultBytes;
  private int resultDataBytes;

  InstructionShape(InstructionSet instructions) {
    this.instructions = instructions;
  }

  /**
   * Looks at an instruction whose result data goes to the caller's segment.
   *
   * @throws IllegalArgumentException if no device can take it as it is
   */
  void of(
      int opcode,
      int instructionFlags,
      int handle,
      int length,
      long operand0,
      long operand1,
      MemorySegment data,
      long dataOffset) {
    ofRemote(opcode, instructionFlags, handle, length, operand0, operand1, data, dataOffset);
    if (resultDataBytes > 0) {
      traits |= OperationSlots.BRINGS_DATA;
      checkData(opcode, resultDataBytes, data, dataOffset);
    }
  }

  /**
   * Looks at an instruction whose result data stays in the reply.
   *
   * @throws IllegalArgumentException if no device can take it as it is
   */
  void ofRemote(
      int opcode,
      int instructionFlags,
      int handle,
      int length,
      long operand0,
      long operand1,
      MemorySegment data,
      long dataOffset) {
    Instruction instruction = opcode >= 0 && opcode <= 0xFF ? instructions.find(opcode) : null;
    if (instruction == null) {
      throw new IllegalArgumentException("no instruction has opcode " + hex(opcode));
    }
    if ((instructionFlags & ~InstructionCore.WIDTH_MASK) != 0
        || instructionFlags == InstructionCore.WIDTH_MASK) {
      throw new IllegalArgumentException("instruction flags " + hex(instructionFlags));
    }
    if (handle < 0 || handle > HANDLE_MAX) {
      throw new IllegalArgumentException("handle " + handle + " is not in 0..65535");
    }
    if (length < 0) {
      throw new IllegalArgumentException("length " + length + " is negative");
    }
    boolean wide = instructionFlags == InstructionCore.FLAG_WIDTH_16;
    boolean wideCompare = opcode == Opcode.COMPARE_AND_SWAP && wide;
    boolean takesData =
        instruction.takesData()
            && (opcode != Opcode.COMPARE_AND_SWAP || wideCompare)
            && (length > 0 || opcode == Opcode.WRITE);
    boolean operands = instruction.operandBytes() > 0 && !wideCompare;
    traits =
        (instruction.effect() == Effect.CHANGING ? OperationSlots.CHANGING : 0)
            | (silent(opcode) ? OperationSlots.SILENT : 0)
            | (operands ? OperationSlots.OPERANDS : 0)
            | (takesData ? OperationSlots.TAKES_DATA : 0);
    streamBytes = InstructionCore.BYTES + (operands ? InstructionCore.OPERANDS_BYTES : 0);
    dataBytes = takesData ? length : 0;
    result(instruction, opcode, instructionFlags, length, operand0, operand1);
    if (length == 0 && (opcode == Opcode.READ || opcode == Opcode.WRITE)) {
      throw new IllegalArgumentException(Opcode.name(opcode) + " of 0 bytes");
    }
    if (takesData) {
      checkData(opcode, length, data, dataOffset);
    }
  }

  private void result(
      Instruction instruction,
      int opcode,
      int instructionFlags,
      int length,
      long operand0,
      long operand1) {
    boolean wide = instructionFlags == InstructionCore.FLAG_WIDTH_16;
    resultBytes = wide ? Result.BYTES_WIDE : Result.BYTES;
    resultDataBytes = opcode == Opcode.READ ? length : 0;
    if (opcode >= Opcode.USER_FIRST) {
      core.wrap(scratch, 0)
          .opcode(opcode)
          .flags(instructionFlags | InstructionCore.FLAG_OPERANDS)
          .length(length)
          .operands(operand0, operand1);
      resultDataBytes = instruction.resultDataBytes(core);
      resultBytes = instruction.wideValue(core) ? Result.BYTES_WIDE : Result.BYTES;
    }
  }

  private static void checkData(int opcode, long length, MemorySegment data, long dataOffset) {
    if (dataOffset < 0 || length > data.byteSize() || dataOffset > data.byteSize() - length) {
      throw new IllegalArgumentException(
          Opcode.name(opcode)
              + " of "
              + length
              + " bytes at offset "
              + dataOffset
              + " of a segment of "
              + data.byteSize());
    }
  }

  /** Their value is their length: whether it was executed is all there is to know. */
  private static boolean silent(int opcode) {
    return opcode == Opcode.WRITE || opcode == Opcode.COPY || opcode == Opcode.FILL;
  }

  /** Traits of {@link OperationSlots}. */
  int traits() {
    return traits;
  }

  /** Bytes in the instruction stream. */
  int streamBytes() {
    return streamBytes;
  }

  /** Bytes in the data area of the request. */
  int dataBytes() {
    return dataBytes;
  }

  /** Bytes of the result. */
  int resultBytes() {
    return resultBytes;
  }

  /** Bytes in the data area of the reply. */
  int resultDataBytes() {
    return resultDataBytes;
  }

  /** Length of a request with this instruction alone. */
  long requestFrameBytes() {
    return frame(Request.STREAM + streamBytes, dataBytes);
  }

  /** Length of the reply to this instruction alone. */
  long replyFrameBytes() {
    return frame(Reply.RESULTS + resultBytes, resultDataBytes);
  }

  static long frame(int streamEnd, long dataBytes) {
    return FrameLayout.frameBytes(
        dataBytes == 0 ? streamEnd : FrameLayout.dataArea(streamEnd) + dataBytes);
  }

  private static String hex(int value) {
    return String.format(Locale.ROOT, "0x%02X", value);
  }
}
