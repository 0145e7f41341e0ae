package io.netdam.instruction;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.wire.Acknowledgement;
import io.netdam.wire.Caps;
import io.netdam.wire.CapsReply;
import io.netdam.wire.Checksum;
import io.netdam.wire.CompactReply;
import io.netdam.wire.CompactRequest;
import io.netdam.wire.DropReason;
import io.netdam.wire.FrameCheck;
import io.netdam.wire.GoAway;
import io.netdam.wire.InstructionCore;
import io.netdam.wire.Open;
import io.netdam.wire.Opened;
import io.netdam.wire.Probe;
import io.netdam.wire.Reply;
import io.netdam.wire.ReplyWriter;
import io.netdam.wire.Request;
import io.netdam.wire.RequestWriter;
import io.netdam.wire.Result;
import io.netdam.wire.Retry;
import io.netdam.wire.TransportHeader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Goal: frames made from docs/protocol.md by other hands are read as they were meant, written the
 * same, and dropped for the reason that the page names.
 */
class PacketVectorsTest {
  private static String wide(long value) {
    return String.format(Locale.ROOT, "0x%016x", value);
  }

  private static MemorySegment frame(Map<String, Object> vector) {
    byte[] bytes = HexFormat.of().parseHex(JsonReader.text(vector, "frame"));
    MemorySegment aligned = MemorySegment.ofArray(new long[(bytes.length + 7) / 8]);
    MemorySegment.copy(bytes, 0, aligned, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return aligned.asSlice(0, bytes.length);
  }

  private static String hex(MemorySegment segment, long offset, long length) {
    return HexFormat.of().formatHex(segment.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE));
  }

  private static boolean fromClient(Map<String, Object> vector) {
    return "to_device".equals(vector.get("direction"));
  }

  @Test
  void soundFramesAreReadAsTheyWereMeant() throws IOException {
    FrameCheck check = new FrameCheck();
    List<Map<String, Object>> vectors = JsonReader.vectors("packets.json");
    assertThat(vectors).hasSizeGreaterThan(35);
    for (Map<String, Object> vector : vectors) {
      MemorySegment frame = frame(vector);
      assertThat(check.check(frame, 0, (int) frame.byteSize(), fromClient(vector)))
          .as("%s", vector.get("name"))
          .isNull();
      Map<String, Object> fields =
          "compact".equals(vector.get("form"))
              ? compact(frame, fromClient(vector))
              : full(JsonReader.text(vector, "kind"), frame);
      assertThat(fields).as("%s", vector.get("name")).isEqualTo(vector.get("fields"));
    }
  }

  @Test
  void malformedFramesAreDroppedForTheReasonNamed() throws IOException {
    FrameCheck check = new FrameCheck();
    List<Map<String, Object>> vectors = JsonReader.vectors("malformed.json");
    assertThat(vectors).hasSizeGreaterThan(50);
    for (Map<String, Object> vector : vectors) {
      MemorySegment frame = frame(vector);
      DropReason reason = check.check(frame, 0, (int) frame.byteSize(), fromClient(vector));
      assertThat(String.valueOf(reason)).as("%s", vector.get("name")).isEqualTo(vector.get("drop"));
    }
  }

  @Test
  void requestsAreWrittenTheSame() throws IOException {
    for (Map<String, Object> vector : JsonReader.vectors("packets.json")) {
      String name = JsonReader.text(vector, "name");
      if ("full".equals(vector.get("form")) && "REQUEST".equals(vector.get("kind"))) {
        MemorySegment frame = frame(vector);
        String written = written(frame);
        // One vector is padded beyond what a writer needs.
        String wanted = hex(frame, 0, frame.byteSize());
        if (!name.contains("padded")) {
          assertThat(written).as(name).isEqualTo(wanted);
        }
      }
    }
  }

  private static String written(MemorySegment frame) {
    Request request = new Request().wrap(frame, 0, (int) frame.byteSize());
    TransportHeader header = new TransportHeader().wrap(frame, 0);
    MemorySegment target = MemorySegment.ofArray(new long[1040]);
    RequestWriter writer = new RequestWriter();
    writer.begin(target, 0, 8320);
    writer.header(
        header.sessionId(), header.packetNumber(), header.operationNumber(), header.distance());
    writer.flags(request.flags() & ~(Request.FLAG_TICKET | Request.FLAG_CAPABILITY));
    InstructionCore core = new InstructionCore().walk(request);
    while (core.next()) {
      writer.instruction(
          core.opcode(),
          core.flags() & InstructionCore.WIDTH_MASK,
          core.handle(),
          core.length(),
          core.address());
      if (core.hasOperands()) {
        writer.operands(core.operand0(), core.operand1());
      }
      if (core.fenced()) {
        writer.fence(core.lockAddress(), core.fencingToken());
      }
      if (core.hasData()) {
        writer.data(frame, core.dataOffset(), (int) core.length());
      }
    }
    if (request.hasTicket()) {
      writer.ticket(frame, request.ticketOffset());
    }
    if (request.hasCapability()) {
      writer.capability(frame, request.capabilityOffset());
    }
    int length = writer.finish();
    new Checksum().seal(target, 0, length);
    return hex(target, 0, length);
  }

  @Test
  void repliesAreWrittenTheSame() throws IOException {
    for (Map<String, Object> vector : JsonReader.vectors("packets.json")) {
      if ("full".equals(vector.get("form")) && "REPLY".equals(vector.get("kind"))) {
        MemorySegment frame = frame(vector);
        Reply reply = new Reply().wrap(frame, 0);
        TransportHeader header = new TransportHeader().wrap(frame, 0);
        MemorySegment target = MemorySegment.ofArray(new long[1040]);
        ReplyWriter writer = new ReplyWriter();
        int resultBytes = 0;
        Result result = new Result().walk(reply);
        while (result.next()) {
          resultBytes += result.wide() ? Result.BYTES_WIDE : Result.BYTES;
        }
        writer.begin(target, 0, 8320, resultBytes);
        writer.header(
            header.sessionId(),
            header.packetNumber(),
            header.operationNumber(),
            header.residence());
        writer.feedback(reply.occupancy(), reply.replyFlags(), reply.credit(), reply.echo());
        result.walk(reply);
        while (result.next()) {
          if (result.wide()) {
            writer.resultWide(result.opcode(), result.status(), result.value(), result.valueHigh());
          } else if (result.hasData()) {
            long at = writer.dataOffset();
            MemorySegment.copy(frame, result.dataOffset(), target, at, result.length());
            writer.resultWithData(result.opcode(), (int) result.length(), result.value());
          } else {
            writer.result(result.opcode(), result.status(), result.value());
          }
        }
        int length = writer.finish();
        new Checksum().seal(target, 0, length);
        assertThat(hex(target, 0, length))
            .as("%s", vector.get("name"))
            .isEqualTo(hex(frame, 0, frame.byteSize()));
      }
    }
  }

  private static Map<String, Object> compact(MemorySegment frame, boolean fromClient) {
    Map<String, Object> out = new LinkedHashMap<>();
    if (fromClient) {
      CompactRequest view = new CompactRequest().wrap(frame, 0, (int) frame.byteSize());
      out.put("opcode", (long) view.opcode());
      out.put("sequence", (long) view.sequence());
      out.put("address", wide(view.address()));
      out.put("operand", hex(frame, 11, view.operandBytes()));
    } else {
      CompactReply view = new CompactReply().wrap(frame, 0);
      out.put("sequence", (long) view.sequence());
      out.put("value", wide(view.value()));
      out.put("status", (long) view.status());
      out.put("occupancy", (long) view.occupancy());
    }
    return out;
  }

  private static Map<String, Object> full(String kind, MemorySegment frame) {
    TransportHeader header = new TransportHeader().wrap(frame, 0);
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("session", wide(header.sessionId()));
    out.put("packet", wide(header.packetNumber()));
    switch (kind) {
      case "REQUEST" -> request(header, frame, out);
      case "REPLY" -> reply(header, frame, out);
      case "ACK" -> acknowledgement(frame, out);
      case "OPEN" -> open(frame, out);
      case "OPENED" -> opened(frame, out);
      case "RETRY" -> {
        Retry view = new Retry().wrap(frame, 0);
        out.put("operation", wide(view.operationNumber()));
        out.put("reason", (long) view.reason());
        out.put("echo", wide(view.echo()));
        out.put("epoch", wide(view.epoch()));
        out.put("epoch_age_ns", wide(view.epochAgeNs()));
      }
      case "CAPS" -> out.put("nonce", wide(new Caps().wrap(frame, 0).nonce()));
      case "CAPS_REPLY" -> capsReply(frame, out);
      case "GOAWAY" -> out.put("grace_ms", new GoAway().wrap(frame, 0).graceMs());
      case "PROBE", "PROBE_REPLY" -> {
        Probe view = new Probe().wrap(frame, 0);
        if (kind.equals("PROBE_REPLY")) {
          out.put("residence", (long) view.residence());
        }
        out.put("frame_bytes", view.frameBytes());
        out.put("nonce", wide(view.nonce()));
      }
      default -> assertThat(kind).isEqualTo("CLOSE");
    }
    return out;
  }

  private static void request(
      TransportHeader header, MemorySegment frame, Map<String, Object> out) {
    Request request = new Request().wrap(frame, 0, (int) frame.byteSize());
    out.put("operation", wide(header.operationNumber()));
    out.put("distance", (long) header.distance());
    out.put("flags", (long) request.flags());
    if (request.hasTicket()) {
      out.put("ticket", hex(frame, request.ticketOffset(), 64));
    }
    if (request.hasCapability()) {
      out.put("capability", hex(frame, request.capabilityOffset(), 128));
    }
    List<Object> instructions = new ArrayList<>();
    InstructionCore core = new InstructionCore().walk(request);
    while (core.next()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("opcode", (long) core.opcode());
      one.put("iflags", (long) core.flags());
      one.put("handle", (long) core.handle());
      one.put("length", core.length());
      one.put("address", wide(core.address()));
      if (core.hasOperands()) {
        one.put("operand0", wide(core.operand0()));
        one.put("operand1", wide(core.operand1()));
      }
      if (core.fenced()) {
        one.put("lock_address", wide(core.lockAddress()));
        one.put("fencing_token", wide(core.fencingToken()));
      }
      if (core.hasData()) {
        one.put("data", hex(frame, core.dataOffset(), core.length()));
      }
      instructions.add(one);
    }
    out.put("instructions", instructions);
  }

  private static void reply(TransportHeader header, MemorySegment frame, Map<String, Object> out) {
    Reply reply = new Reply().wrap(frame, 0);
    out.put("operation", wide(header.operationNumber()));
    out.put("residence", (long) header.residence());
    out.put("occupancy", (long) reply.occupancy());
    out.put("rflags", (long) reply.replyFlags());
    out.put("credit", Integer.toUnsignedLong(reply.credit()));
    out.put("echo", wide(reply.echo()));
    List<Object> results = new ArrayList<>();
    Result result = new Result().walk(reply);
    while (result.next()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("opcode", (long) result.opcode());
      one.put("status", (long) result.status());
      one.put("value", wide(result.value()));
      if (result.wide()) {
        one.put("value_high", wide(result.valueHigh()));
      }
      if (result.hasData()) {
        one.put("data", hex(frame, result.dataOffset(), result.length()));
      }
      results.add(one);
    }
    out.put("results", results);
  }

  private static void acknowledgement(MemorySegment frame, Map<String, Object> out) {
    Acknowledgement view = new Acknowledgement().wrap(frame, 0);
    out.put("operation", wide(view.cumulative()));
    out.put("residence", (long) view.residence());
    out.put("occupancy", (long) view.occupancy());
    out.put("rflags", (long) view.replyFlags());
    out.put("credit", Integer.toUnsignedLong(view.credit()));
    out.put("echo", wide(view.echo()));
    List<Object> words = new ArrayList<>();
    for (int i = 0; i < view.words(); i++) {
      words.add(wide(view.word(i)));
    }
    out.put("bitmap", words);
  }

  private static void open(MemorySegment frame, Map<String, Object> out) {
    Open view = new Open().wrap(frame, 0);
    out.put("flags", (long) view.flags());
    out.put("window", (long) view.windowWanted());
    out.put("version_min", (long) view.versionMinimum());
    out.put("version_max", (long) view.versionMaximum());
    out.put("features", (long) view.features());
    out.put("frame_bytes", view.frameBytesWanted());
    out.put("nonce", wide(view.nonce()));
    if ((view.flags() & 1) != 0) {
      out.put("ticket", hex(frame, 64, 64));
    }
  }

  private static void opened(MemorySegment frame, Map<String, Object> out) {
    Opened view = new Opened().wrap(frame, 0);
    out.put("window", (long) view.windowGranted());
    out.put("version_min", (long) view.versionMinimum());
    out.put("version_max", (long) view.versionMaximum());
    out.put("features", (long) view.features());
    out.put("frame_bytes", view.frameBytesGranted());
    out.put("nonce", wide(view.nonce()));
    out.put("epoch", wide(view.epoch()));
    out.put("lease_ms", view.leaseMs());
    out.put("unscheduled_bytes", view.unscheduledBytes());
    out.put("ticket", hex(frame, 64, 64));
  }

  private static void capsReply(MemorySegment frame, Map<String, Object> out) {
    CapsReply view = new CapsReply().wrap(frame, 0);
    out.put("version_min", (long) view.versionMinimum());
    out.put("version_max", (long) view.versionMaximum());
    out.put("features", (long) view.features());
    out.put("frame_bytes", view.frameBytes());
    out.put("nonce", wide(view.nonce()));
    out.put("epoch", wide(view.epoch()));
    out.put("lease_ms", view.leaseMs());
    out.put("window", (long) view.window());
    out.put("shards", (long) view.shards());
    out.put(
        "device_id",
        wide(view.deviceIdHigh()).substring(2) + wide(view.deviceIdLow()).substring(2));
    out.put("memory_bytes", wide(view.memoryBytes()));
    out.put("memory_base", wide(view.memoryBase()));
    out.put("device_flags", (long) view.deviceFlags());
  }
}
