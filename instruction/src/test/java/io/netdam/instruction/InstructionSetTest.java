package io.netdam.instruction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netdam.wire.InstructionCore;
import io.netdam.wire.Status;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Goal: own instructions are found as services and run like ours; one with a wrong opcode is
 * refused at the start, by name; one that throws is TRAPPED.
 */
class InstructionSetTest {
  /** An instruction of any opcode that is never run. */
  private record Other(int opcode) implements Instruction {
    @Override
    public String mnemonic() {
      return "OTHER";
    }

    @Override
    public Effect effect() {
      return Effect.PURE;
    }

    @Override
    public int operandBytes() {
      return 16;
    }

    @Override
    public boolean takesData() {
      return true;
    }

    @Override
    public String describe() {
      return "nothing";
    }

    @Override
    public Status execute(Execution execution) {
      return execution.done(execution.width());
    }

    @Override
    public int resultDataBytes(InstructionCore core) {
      return 0;
    }
  }

  @Test
  void aProviderIsFoundAndRunLikeOurs() {
    InstructionSet set = InstructionSet.standard().withProviders();
    assertThat(set.find(0xC0)).isInstanceOf(DoubleCell.class);
    assertThat(set.instructions()).hasSize(InstructionSet.standard().instructions().size() + 1);
    Machine machine = new Machine(set);
    machine.memory.set(ValueLayout.JAVA_LONG, 16, 21);
    assertThat(machine.run(0xC0, 0, Machine.BASE + 16, 0, 0, 0)).isEqualTo(Status.DONE);
    assertThat(machine.execution.value()).isEqualTo(21);
    assertThat(machine.memory.get(ValueLayout.JAVA_LONG, 16)).isEqualTo(42);
    assertThat(machine.run(0xC0, 0, Machine.BASE + 20, 0, 0, 0)).isEqualTo(Status.MISALIGNED);
    assertThat(machine.run(0xC0, Machine.DATA, Machine.BASE + 16, 0, 0, 0))
        .isEqualTo(Status.BAD_OPERAND);
    assertThat(machine.run(0xC0, Machine.OPERANDS, Machine.BASE + 16, 0, 0, 0))
        .isEqualTo(Status.BAD_OPERAND);
  }

  @Test
  void oneThatThrowsIsTrapped() {
    Machine machine = new Machine(InstructionSet.standard().withProviders());
    machine.memory.set(ValueLayout.JAVA_LONG, 16, 13);
    assertThat(machine.run(0xC0, 0, Machine.BASE + 16, 0, 0, 0)).isEqualTo(Status.TRAPPED);
    assertThat(machine.execution.value()).isZero();
  }

  @Test
  void withoutProvidersTheOpcodeIsUnknown() {
    assertThat(new Machine().run(0xC0, 0, Machine.BASE, 0, 0, 0)).isEqualTo(Status.UNKNOWN_OPCODE);
    assertThat(InstructionSet.standard().find(0xC0)).isNull();
  }

  @Test
  void theWidthBitsAreTheUsers() {
    Machine machine = new Machine(InstructionSet.standard().with(List.of(new Other(0xDF))));
    int flags = Machine.OPERANDS | Machine.DATA | Machine.WIDTH_16;
    assertThat(machine.run(0xDF, flags, 0, 0, 0, 0)).isEqualTo(Status.DONE);
    assertThat(machine.execution.value()).isEqualTo(16);
    assertThat(machine.run(0xDF, Machine.DATA, 0, 0, 0, 0)).isEqualTo(Status.BAD_OPERAND);
    assertThat(machine.run(0xDF, Machine.OPERANDS | 0x30, 0, 0, 0, 0))
        .isEqualTo(Status.BAD_OPERAND);
  }

  @Test
  void opcodesOutsideTheUsersRangeAreRefusedByName() {
    for (int opcode : new int[] {0x20, 0x2F, 0xBF, 0xE0, 0xEF, -1, 256}) {
      assertThatThrownBy(() -> InstructionSet.standard().with(List.of(new Other(opcode))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("OTHER of " + Other.class.getName())
          .hasMessageContaining("0xC0 to 0xDF are the user's");
    }
  }

  @Test
  void twoOfOneOpcodeAreRefusedByName() {
    assertThatThrownBy(
            () -> InstructionSet.standard().withProviders().with(List.of(new Other(0xC0))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "OTHER of "
                + Other.class.getName()
                + " has opcode 0xC0, which DOUBLE of "
                + DoubleCell.class.getName()
                + " has already");
    assertThatThrownBy(
            () -> InstructionSet.standard().with(List.of(new Other(0xC1), new Other(0xC1))))
        .hasMessageContaining("0xC1");
  }
}
