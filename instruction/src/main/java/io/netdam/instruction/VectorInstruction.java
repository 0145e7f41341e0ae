package io.netdam.instruction;

import io.netdam.memory.Region;
import io.netdam.wire.InstructionCore;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.lang.foreign.MemorySegment;

/**
 * What all of the vector family do: read operands, check them in the order of the rules, bring both
 * vectors to the heap, work there, and bring the result to memory or into the reply.
 */
abstract class VectorInstruction implements Instruction {
  private final int opcode;
  private final String mnemonic;
  private final Effect effect;
  private final boolean takesData;
  private final int operation;

  VectorInstruction(int opcode, String mnemonic, Effect effect, boolean takesData, int operation) {
    this.opcode = opcode;
    this.mnemonic = mnemonic;
    this.effect = effect;
    this.takesData = takesData;
    this.operation = operation;
  }

  @Override
  public final int opcode() {
    return opcode;
  }

  @Override
  public final String mnemonic() {
    return mnemonic;
  }

  @Override
  public final Effect effect() {
    return effect;
  }

  @Override
  public final int operandBytes() {
    return 16;
  }

  @Override
  public final boolean takesData() {
    return takesData;
  }

  private boolean scales() {
    return opcode == Opcode.VECTOR_SCALE || opcode == Opcode.PACKET_SCALE;
  }

  /** Whether a second vector lies in memory unless it came as data. */
  private boolean takesSecond() {
    return takesData;
  }

  private boolean answersWithData() {
    return opcode >= Opcode.PACKET_ADD && opcode <= Opcode.PACKET_CONVERT;
  }

  private long resultBytes(long word, long length) {
    return operation == Elements.CONVERT
        ? length / ElementType.bytes(type(word)) * ElementType.bytes(target(word))
        : length;
  }

  private static int type(long word) {
    return (int) word & 0xFF;
  }

  private static int target(long word) {
    return (int) word >>> 8 & 0xFF;
  }

  private boolean sound(long word, long length) {
    int type = type(word);
    int target = target(word);
    boolean typed =
        word >>> 16 == 0
            && ElementType.known(type)
            && (operation == Elements.CONVERT ? ElementType.known(target) : target == 0);
    return typed
        && length != 0
        && length <= Elements.BYTES
        && length % ElementType.bytes(type) == 0
        && resultBytes(word, length) <= Elements.BYTES;
  }

  @Override
  public final Status execute(Execution execution) {
    Region region = execution.region();
    long word = execution.operand0();
    long length = execution.length();
    long other = execution.operand1();
    boolean second = takesSecond() && !execution.hasData();
    if (!sound(word, length) || other != 0 && !second && !scales()) {
      return execution.refused(Status.BAD_OPERAND, 0);
    }
    long address = execution.address();
    boolean stores = opcode == Opcode.VECTOR_CONVERT;
    long resultBytes = resultBytes(word, length);
    int size = ElementType.bytes(type(word));
    int ownSize = stores ? ElementType.bytes(target(word)) : size;
    long own = stores ? resultBytes : length;
    if (!region.contains(address, own)) {
      return execution.refused(Status.OUT_OF_RANGE, region.firstOutside(address));
    }
    if (second && !region.contains(other, length)) {
      return execution.refused(Status.OUT_OF_RANGE, region.firstOutside(other));
    }
    if (!region.aligned(address, ownSize)) {
      return execution.refused(Status.MISALIGNED, ownSize);
    }
    if (second && !region.aligned(other, size)) {
      return execution.refused(Status.MISALIGNED, size);
    }
    if (answersWithData() && resultBytes > execution.resultCapacity()) {
      return execution.refused(Status.REPLY_TOO_LARGE, execution.resultCapacity());
    }
    if (effect == Effect.CHANGING && region.readOnly()) {
      return execution.refused(Status.READ_ONLY, 0);
    }
    return run(execution, second, (int) length, (int) resultBytes);
  }

  private Status run(Execution execution, boolean second, int length, int resultBytes) {
    Region region = execution.region();
    Elements elements = execution.elements();
    long word = execution.operand0();
    int type = operation == Elements.XOR ? ElementType.bits(type(word)) : type(word);
    int count = length / ElementType.bytes(type);
    if (second) {
      region.copyOut(execution.operand1(), elements.right(type), 0, length);
    } else if (execution.hasData()) {
      MemorySegment.copy(execution.data(), execution.dataOffset(), elements.right(type), 0, length);
    } else if (scales()) {
      elements.fillRight(type, execution.operand1(), count);
    }
    if (operation == Elements.CONVERT) {
      return convert(execution, elements, type, count, resultBytes);
    }
    if (effect == Effect.CHANGING) {
      VectorUpdate.run(region, execution.address(), length, elements, operation, type);
      return execution.done(length);
    }
    region.copyOut(execution.address(), elements.left(type), 0, length);
    if (!answersWithData()) {
      return execution.done(elements.reduce(type, operation == Elements.DOT, count));
    }
    elements.combine(operation, type, 0, count);
    return answer(execution, elements.left(type), length);
  }

  private Status convert(
      Execution execution, Elements elements, int type, int count, int resultBytes) {
    int target = target(execution.operand0());
    if (opcode == Opcode.PACKET_CONVERT) {
      int length = (int) execution.length();
      execution.region().copyOut(execution.address(), elements.right(type), 0, length);
    }
    elements.convert(type, target, count);
    if (opcode == Opcode.PACKET_CONVERT) {
      return answer(execution, elements.left(target), resultBytes);
    }
    execution.region().copyIn(execution.address(), elements.left(target), 0, resultBytes);
    return execution.done(resultBytes);
  }

  private static Status answer(Execution execution, MemorySegment result, int bytes) {
    MemorySegment.copy(result, 0, execution.resultData(), execution.resultOffset(), bytes);
    return execution.doneWithData(0, bytes);
  }

  @Override
  public final int resultDataBytes(InstructionCore core) {
    long word = core.operand0();
    return answersWithData() && sound(word, core.length())
        ? (int) resultBytes(word, core.length())
        : 0;
  }
}
