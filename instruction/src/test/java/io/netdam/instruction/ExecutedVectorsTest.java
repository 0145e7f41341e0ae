package io.netdam.instruction;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.memory.Region;
import io.netdam.wire.Checksum;
import io.netdam.wire.FrameCheck;
import io.netdam.wire.InstructionCore;
import io.netdam.wire.ReplyWriter;
import io.netdam.wire.Request;
import io.netdam.wire.Result;
import io.netdam.wire.Status;
import io.netdam.wire.TransportHeader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: the instructions of the packets that were made, and run, from the documents by other hands
 * leave the same memory and give the same reply, byte for byte.
 */
class ExecutedVectorsTest {
  private static final int FRAME_BYTES_MAX = 8320;

  private final Execution execution = new Execution();
  private final InstructionSet set = InstructionSet.standard();

  private static MemorySegment segment(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    MemorySegment aligned = Arena.ofAuto().allocate(bytes.length, 64);
    MemorySegment.copy(bytes, 0, aligned, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return aligned;
  }

  private static String hex(MemorySegment segment, long length) {
    return HexFormat.of().formatHex(segment.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "executed",
        "vector-i8",
        "vector-i16",
        "vector-i32",
        "vector-i64",
        "vector-f16",
        "vector-bf16",
        "vector-f32",
        "vector-f64"
      })
  void memoryAndReplyAreTheSame(String file) throws IOException {
    int vectors = 0;
    for (Map<String, Object> vector : JsonReader.vectors(file + ".json")) {
      run(vector);
      vectors++;
    }
    assertThat(vectors).isGreaterThan(50);
  }

  private void run(Map<String, Object> vector) {
    String name = JsonReader.text(vector, "name");
    MemorySegment memory = segment(JsonReader.text(vector, "memory_before"));
    MemorySegment frame = segment(JsonReader.text(vector, "packet_in"));
    int length = (int) frame.byteSize();
    assertThat(new FrameCheck().check(frame, 0, length, true)).as(name).isNull();
    Region region = Region.of(memory, Long.decode(JsonReader.text(vector, "base")));
    execution.region(JsonReader.truth(vector, "read_only") ? region.asReadOnly() : region);
    execution.outcomes(null);

    Request request = new Request().wrap(frame, 0, length);
    TransportHeader header = new TransportHeader().wrap(frame, 0);
    MemorySegment answer = Arena.ofAuto().allocate(FRAME_BYTES_MAX, 64);
    ReplyWriter writer = new ReplyWriter();
    writer.begin(answer, 0, FRAME_BYTES_MAX, announced(request));
    writer.header(header.sessionId(), 1, header.operationNumber(), 0);
    writer.feedback(0, 0, 0, header.packetNumber());
    InstructionCore core = new InstructionCore().walk(request);
    Status ended = Status.DONE;
    while (ended == Status.DONE && core.next()) {
      ended = step(core, frame, writer, answer, JsonReader.number(vector, "reply_room"));
    }
    int replyLength = writer.finish();
    new Checksum().seal(answer, 0, replyLength);
    assertThat(hex(answer, replyLength)).as(name).isEqualTo(vector.get("packet_out"));
    assertThat(hex(memory, memory.byteSize())).as(name).isEqualTo(vector.get("memory_after"));
  }

  private Status step(
      InstructionCore core,
      MemorySegment frame,
      ReplyWriter writer,
      MemorySegment answer,
      long room) {
    execution.input(core, frame).output(answer, writer.dataOffset(), room);
    Status ended = set.execute(execution);
    if (ended == Status.DONE && execution.dataLength() > 0) {
      writer.resultWithData(core.opcode(), execution.dataLength(), execution.value());
    } else if (ended == Status.DONE && execution.wide()) {
      writer.resultWide(core.opcode(), 0, execution.value(), execution.valueHigh());
    } else {
      writer.result(core.opcode(), ended.code(), execution.value());
    }
    return ended;
  }

  /** Bytes of results if every instruction runs, as a device reserves them. */
  private int announced(Request request) {
    InstructionCore core = new InstructionCore().walk(request);
    int bytes = 0;
    while (core.next()) {
      Instruction instruction = set.find(core.opcode());
      boolean wide = instruction != null && instruction.wideValue(core);
      bytes += wide ? Result.BYTES_WIDE : Result.BYTES;
    }
    return bytes;
  }
}
