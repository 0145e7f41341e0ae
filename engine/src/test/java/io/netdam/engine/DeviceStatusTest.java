package io.netdam.engine;

import static io.netdam.engine.DeviceRig.LOCAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.instruction.Effect;
import io.netdam.instruction.Execution;
import io.netdam.instruction.Instruction;
import io.netdam.wire.InstructionCore;
import io.netdam.wire.Status;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Goal: every status comes out of a device: it is counted, memory stays as it was for refusals, the
 * refusal of a change within the window is recorded, and the next good request is answered.
 */
class DeviceStatusTest {
  /**
   * An instruction of a user that ends as operand 0 says. It stands for those whose families come
   * later: capabilities, locks, waiting, durability, quotas.
   */
  private static final class EndsAs implements Instruction {
    @Override
    public int opcode() {
      return 0xC0;
    }

    @Override
    public String mnemonic() {
      return "ENDS_AS";
    }

    @Override
    public Effect effect() {
      return Effect.CHANGING;
    }

    @Override
    public int operandBytes() {
      return 16;
    }

    @Override
    public boolean takesData() {
      return false;
    }

    @Override
    public String describe() {
      return "ends as operand 0 says";
    }

    @Override
    public Status execute(Execution execution) {
      int code = (int) execution.operand0();
      if (code == 200) {
        throw new IllegalStateException("a user's fault");
      }
      if (code == 201) {
        return execution.doneWithData(0, 5_000);
      }
      return code == 0
          ? execution.done(execution.operand1())
          : execution.refused(Status.of(code), execution.operand1());
    }

    @Override
    public int resultDataBytes(InstructionCore core) {
      if (core.operand0() == 202) {
        throw new IllegalStateException("another fault");
      }
      return 0;
    }
  }

  /** Provokes a status in a rig and returns the answer. */
  private interface Provocation extends Function<Scene, Frame> {}

  private static final class Scene {
    DeviceRig rig =
        new DeviceRig(settings -> settings.resultBytes(0), List.of(new EndsAs()), false);
    DeviceRig.Client client = rig.connected();

    Frame ask(Frame frame) {
      return rig.ask(frame);
    }

    Frame one(int opcode, int flags, long length, long address) {
      return Frame.request(client.session, 1, 64)
          .operation(0, 0)
          .core(opcode, flags, length, address);
    }

    Frame endsAs(int code, long value) {
      return one(0xC0, Frame.OPERANDS, 0, 0).operands(code, value);
    }
  }

  private static final Map<Status, Provocation> PROVOCATIONS = new EnumMap<>(Status.class);
  private static final Map<Status, Long> DETAILS = new EnumMap<>(Status.class);

  private static void put(Status status, long detail, Provocation provocation) {
    PROVOCATIONS.put(status, provocation);
    DETAILS.put(status, detail);
  }

  private static void later(Status status) {
    put(status, 4711, s -> s.ask(s.endsAs(status.code(), 4711)));
  }

  static {
    put(Status.DONE, 0, s -> s.ask(s.one(0x30, 0, 0, 8)));
    put(Status.OUT_OF_RANGE, DeviceRig.MEMORY, s -> s.ask(s.one(0x30, 0, 1, DeviceRig.MEMORY)));
    put(Status.MISALIGNED, 8, s -> s.ask(s.one(0x30, 0, 1, 4)));
    put(Status.UNKNOWN_OPCODE, 0, s -> s.ask(s.one(0x5F, 0, 0, 0)));
    put(Status.BAD_OPERAND, 0, s -> s.ask(s.one(0x20, 0, 0, 0)));
    put(Status.SESSION_REQUIRED, 0, s -> s.ask(s.one(0x30, 0, 1, 0).session(0)));
    put(
        Status.BELOW_WINDOW,
        5,
        s -> {
          s.ask(Frame.fetchAdd(s.client.session, 1, 5, 0, 8, 0));
          return s.ask(Frame.fetchAdd(s.client.session, 1, 4, 0, 0, 1));
        });
    put(Status.ABOVE_WINDOW, 64, s -> s.ask(Frame.fetchAdd(s.client.session, 1, 64, 64, 0, 1)));
    put(
        Status.SESSIONS_FULL,
        RequestRunner.RETRY_AFTER_NS,
        s -> {
          for (int i = 1; i < 64; i++) {
            s.rig.connected();
          }
          return s.rig.open().add(0, 0, 1);
        });
    put(
        Status.REPLY_TOO_LARGE,
        1_472,
        s ->
            s.ask(
                Frame.request(s.client.session, 1, 64)
                    .core(0x30, 0, 1, 0)
                    .core(0x20, 0, 1_472, 0)));
    put(
        Status.BUSY,
        RequestRunner.RETRY_AFTER_NS,
        s -> s.ask(Frame.request(s.client.session, 1, 64).core(0x30, 0, 1, 0).core(0x30, 0, 1, 0)));
    put(
        Status.READ_ONLY,
        0,
        s -> {
          s.rig = new DeviceRig(settings -> settings, List.of(new EndsAs()), true);
          s.client = s.rig.connected();
          return s.ask(s.one(0x30, 0, 1, 0));
        });
    put(Status.HANDLE_UNKNOWN, 0, s -> s.ask(s.one(0x30, 0, 1, 0).handle(7)));
    later(Status.HANDLE_EXPIRED);
    later(Status.NO_RIGHT);
    later(Status.FENCED);
    put(
        Status.MISMATCH,
        0,
        s -> {
          s.rig = new DeviceRig(settings -> settings, List.of(new EndsAs()), false);
          s.client = s.rig.connected();
          return s.ask(s.one(0x32, Frame.OPERANDS, 0, 0).operands(1, 2).flags(Frame.ALL));
        });
    later(Status.TIMED_OUT);
    later(Status.NOT_READY);
    put(Status.TRAPPED, 0, s -> s.ask(s.endsAs(200, 0)));
    put(
        Status.UNSUPPORTED,
        0,
        s ->
            s.ask(
                Frame.request(s.client.session, 1, 192)
                    .flags(Frame.CAPABILITY)
                    .core(0x30, 0, 1, 0)));
    put(
        Status.DRAINING,
        0,
        s -> {
          s.rig.engine.drain(s.rig.now, 0, s.rig.box);
          return s.ask(s.one(0x30, 0, 1, 0));
        });
    later(Status.NOT_DURABLE);
    later(Status.QUOTA);
    put(Status.NOT_RECORDED, 0, s -> s.ask(s.one(0x24, Frame.OPERANDS, 0, 0).operands(3, 0)));
    put(
        Status.INTERRUPTED,
        0,
        s -> s.ask(s.one(0xC0, Frame.OPERANDS, 0, 0).operands(0, 0).flags(Frame.ALL)));
  }

  @Test
  void everyStatusIsProvokedHere() {
    assertThat(PROVOCATIONS.keySet()).containsExactlyInAnyOrder(Status.values());
  }

  private static Frame provoke(Status status, Scene scene) {
    return Objects.requireNonNull(PROVOCATIONS.get(status)).apply(scene);
  }

  @ParameterizedTest
  @EnumSource(Status.class)
  void isAnsweredCountedAndChangesNothing(Status status) {
    Scene scene = new Scene();
    Frame reply = provoke(status, scene);
    assertThat(reply.kind()).isEqualTo(Frame.REPLY);
    int last = reply.count() - 1;
    assertThat(Status.of(reply.status(last))).isEqualTo(status);
    assertThat(reply.value(last)).isEqualTo(DETAILS.get(status));
    if (status != Status.DONE) {
      assertThat(scene.rig.counters.refused(status)).isEqualTo(1);
    }
    assertThat(scene.rig.memoryBytes()).containsOnly(0);
    if (status != Status.DRAINING && status != Status.READ_ONLY && status != Status.SESSIONS_FULL) {
      long number = status == Status.BELOW_WINDOW ? 6 : 1;
      Frame next = scene.ask(Frame.fetchAdd(scene.client.session, 2, number, 0, 16, 1));
      assertThat(next.status(0)).isZero();
      assertThat(scene.rig.word(16)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Status.class,
      names = {
        "OUT_OF_RANGE",
        "MISALIGNED",
        "REPLY_TOO_LARGE",
        "BUSY",
        "READ_ONLY",
        "HANDLE_UNKNOWN",
        "HANDLE_EXPIRED",
        "FENCED",
        "MISMATCH",
        "TRAPPED",
        "UNSUPPORTED",
        "DRAINING",
        "QUOTA",
        "INTERRUPTED"
      })
  void aRefusedChangeIsRecorded(Status status) {
    Scene scene = new Scene();
    assertThat(provoke(status, scene).kind()).isEqualTo(Frame.REPLY);
    // The number is used up: what would be fine now is refused as it was.
    Frame again = scene.ask(Frame.fetchAdd(scene.client.session, 2, 0, 0, 0, 1));
    assertThat(again.repeated()).isTrue();
    assertThat(Status.of(again.status(0))).isEqualTo(status);
    assertThat(again.value(0)).isEqualTo(DETAILS.get(status));
    assertThat(scene.rig.memoryBytes()).containsOnly(0);
  }

  @Test
  void aUsersInstructionCannotBringMoreThanItAnnounced() {
    Scene scene = new Scene();
    assertThat(scene.ask(scene.endsAs(201, 0)).status(0)).isEqualTo(Status.TRAPPED.code());
    Frame later = scene.ask(scene.endsAs(202, 0).operation(1, 0));
    assertThat(later.status(0)).as("not a status: UNSUPPORTED").isEqualTo(20);
    assertThat(scene.ask(scene.endsAs(0, 5).operation(2, 0)).value(0)).isEqualTo(5);
  }

  @Test
  void aPureRefusalIsNotRecorded() {
    Scene scene = new Scene();
    assertThat(scene.ask(scene.one(0x20, 0, 8, DeviceRig.MEMORY)).status(0)).isEqualTo(1);
    assertThat(scene.ask(scene.one(0x20, 0, 8, 0)).status(0)).isZero();
    assertThat(scene.ask(Frame.fetchAdd(scene.client.session, 2, 0, 0, 0, 1)).status(0)).isZero();
  }

  @Test
  void aColdRefusalGoesToLoopbackOnly() {
    DeviceRig rig = new DeviceRig();
    Frame tooLarge = rig.ask(LOCAL, Frame.read(0, 1, 2, 0, 65, 128));
    assertThat(tooLarge.status(0)).isEqualTo(Status.REPLY_TOO_LARGE.code());
    assertThat(tooLarge.value(0)).isEqualTo(128);
    assertThat(tooLarge.bytes).hasSize(64);
    assertThat(rig.ask(LOCAL, Frame.read(0, 1, 2, -1, 8, 128)).status(0)).isEqualTo(1);
    assertThat(rig.ask(LOCAL, Frame.read(0, 1, 2, 0, 8, 256).flags(Frame.CAPABILITY)).status(0))
        .isEqualTo(Status.UNSUPPORTED.code());
    rig.mute(DeviceRig.TRUSTED, Frame.read(0, 1, 2, -1, 8, 128));
    rig.mute(DeviceRig.TRUSTED, Frame.fetchAdd(0, 1, 2, 0, 0, 1));
    assertThat(rig.counters.dropped(io.netdam.wire.DropReason.REFUSAL_WITHHELD)).isEqualTo(2);
  }

  @Test
  void aPureRequestOfASessionIsLimitedByItsFrame() {
    DeviceRig rig = new DeviceRig();
    DeviceRig.Client small = rig.open(LOCAL, 64, 256);
    small.add(0, 0, 1);
    assertThat(rig.ask(Frame.read(small.session, 1, 0, 0, 192, 64)).bytes).hasSize(256);
    Frame refused = rig.ask(Frame.read(small.session, 1, 0, 0, 193, 64));
    assertThat(refused.status(0)).isEqualTo(Status.REPLY_TOO_LARGE.code());
    assertThat(refused.value(0)).isEqualTo(256);
    Frame capability = rig.ask(Frame.read(small.session, 1, 0, 0, 8, 192).flags(Frame.CAPABILITY));
    assertThat(capability.status(0)).isEqualTo(Status.UNSUPPORTED.code());
  }
}
