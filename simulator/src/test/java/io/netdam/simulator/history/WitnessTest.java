package io.netdam.simulator.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.simulator.history.Call.Phase;
import io.netdam.wire.Checksum;
import io.netdam.wire.Opcode;
import io.netdam.wire.RequestWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** Goal: a change of the memory is explained by the step that asked for it, or by nothing. */
final class WitnessTest {
  private final Chronicle chronicle = new Chronicle();
  private final MemorySegment memory = MemorySegment.ofArray(new long[512]);
  private final Witness witness = new Witness(0, chronicle, memory);
  private final MemorySegment frame = MemorySegment.ofArray(new byte[256]);

  private Step asked(long address, long delta) {
    Step step = new Step(Opcode.FETCH_ADD, 8, address, 0, delta, 0);
    Call call = new Call(chronicle.calls().size(), 0, 0, 0, 0, 100, Phase.HOSTILE, true);
    call.add(step);
    chronicle.add(call);
    return step;
  }

  private int frame(Step step) {
    RequestWriter writer = new RequestWriter();
    writer.begin(frame, 0, 256);
    writer.instruction(step.opcode, 0, 0, 0, step.address).operands(step.operand0, 0);
    int length = writer.finish();
    new Checksum().seal(frame, 0, length);
    return length;
  }

  @Test
  void aChangeIsExplainedByItsFrame() {
    Step step = asked(8, 5);
    int length = frame(step);
    memory.set(ValueLayout.JAVA_LONG, 8, 5);
    witness.look(10, frame, length);
    assertThat(chronicle.effects()).containsExactly(new Effect(10, 0, step, 0, 5));
    assertThat(chronicle.oddities()).isEmpty();
  }

  @Test
  void noChangeIsNoEffect() {
    witness.look(10, frame, frame(asked(8, 5)));
    assertThat(chronicle.effects()).isEmpty();
    assertThat(chronicle.oddities()).isEmpty();
  }

  @Test
  void aLateEffectIsExplainedByAnEarlierFrame() {
    Step early = asked(8, 5);
    witness.look(10, frame, frame(early));
    int length = frame(asked(16, 6));
    memory.set(ValueLayout.JAVA_LONG, 8, 5);
    witness.look(20, frame, length);
    assertThat(chronicle.effects()).containsExactly(new Effect(20, 0, early, 0, 5));
  }

  @Test
  void aChangeThatNobodyAskedForIsOdd() {
    int length = frame(asked(8, 5));
    memory.set(ValueLayout.JAVA_LONG, 8, 4);
    witness.look(10, frame, length);
    assertThat(chronicle.effects()).isEmpty();
    assertThat(chronicle.oddities()).hasSize(1);
  }

  @Test
  void aChangeByADamagedFrameIsOdd() {
    int length = frame(asked(8, 5));
    frame.set(ValueLayout.JAVA_BYTE, 40, (byte) 1);
    memory.set(ValueLayout.JAVA_LONG, 8, 5);
    witness.look(10, frame, length);
    assertThat(chronicle.oddities()).hasSize(1);
  }
}
