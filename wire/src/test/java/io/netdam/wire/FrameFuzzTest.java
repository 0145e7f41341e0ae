package io.netdam.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

/**
 * Goal: a million sound, spoilt and random frames. The check never throws; what it passes, no
 * getter, cursor or description can fail on, and no data lies outside the frame.
 */
class FrameFuzzTest {
  private static final int FRAMES = 1_000_000;
  private static final int ROOM = FrameLayout.BYTES_MAXIMUM + 256;

  private final FrameSource source = new FrameSource(42);
  private final FrameCheck check = new FrameCheck();
  private final Checksum checksum = new Checksum();
  private final TransportHeader header = new TransportHeader();
  private final Request request = new Request();
  private final InstructionCore core = new InstructionCore();
  private final Reply reply = new Reply();
  private final Result result = new Result();
  private final Acknowledgement acknowledgement = new Acknowledgement();
  private final CompactRequest compactRequest = new CompactRequest();
  private final CompactReply compactReply = new CompactReply();
  private long sum;

  @Test
  void hostileBytes() {
    MemorySegment room = MemorySegment.ofArray(new byte[ROOM]);
    long[] passed = new long[PacketKind.HIGHEST + 1];
    EnumSet<DropReason> found = EnumSet.noneOf(DropReason.class);
    for (int i = 0; i < FRAMES; i++) {
      long offset = i % 3;
      int length = source.write(room, offset);
      if (i % 4 != 0) {
        length = source.spoil(room, offset, length);
      }
      // The segment ends with the frame, so that a look past it throws.
      MemorySegment frame = room.asSlice(0, offset + length);
      if (i % 8 != 7 && length >= 32 && length <= FrameLayout.BYTES_MAXIMUM) {
        checksum.seal(frame, offset, length);
      }
      boolean fromClient = source.coin();
      DropReason reason = check.check(frame, offset, length, fromClient);
      DropReason structure = FrameCheck.structure(frame, offset, length, fromClient);
      if (reason == null) {
        require(structure == null);
        passed[read(frame, offset, length)]++;
      } else {
        require(reason == structure || reason == DropReason.CHECKSUM_WRONG);
        found.add(reason);
      }
      if (i % 16 == 0) {
        sum += FrameDescription.describe(frame, offset, length).length();
      }
    }
    assertThat(sum).isNotZero();
    for (long count : passed) {
      assertThat(count).isGreaterThan(1_000);
    }
    for (DropReason reason : DropReason.values()) {
      assertThat(found.contains(reason)).as("%s", reason).isEqualTo(reason.structural());
    }
  }

  /** As assertThat, without its price a million times. */
  private static void require(boolean condition) {
    if (!condition) {
      throw new AssertionError("see the line that called");
    }
  }

  /** Looks at everything; returns the kind, 0 for the compact form. */
  private int read(MemorySegment frame, long offset, int length) {
    if (Form.of((byte) NetworkOrder.read8(frame, offset)) == Form.COMPACT) {
      compact(frame, offset, length);
      return 0;
    }
    header.wrap(frame, offset);
    sum += header.check() + header.sessionId() + header.packetNumber() + header.operationNumber();
    switch (header.kind()) {
      case PacketKind.REQUEST -> readRequest(frame, offset, length);
      case PacketKind.REPLY -> readReply(frame, offset, length);
      case PacketKind.ACK -> {
        acknowledgement.wrap(frame, offset);
        require(acknowledgement.words() <= 10);
        for (int i = 0; i < acknowledgement.words(); i++) {
          sum += acknowledgement.word(i);
        }
        require(!acknowledgement.covers(acknowledgement.cumulative()));
        sum += acknowledgement.echo() + acknowledgement.credit() + acknowledgement.residence();
        for (long ahead = 1; ahead < 2_000; ahead += 63) {
          sum += acknowledgement.covers(acknowledgement.cumulative() + ahead) ? 1 : 0;
        }
      }
      default -> sum += FrameDescription.describe(frame, offset, length).length();
    }
    return header.kind();
  }

  private void readRequest(MemorySegment frame, long offset, int length) {
    request.wrap(frame, offset, length);
    long end = offset + length - Request.trailerBytes(request.flags());
    if (request.hasTicket()) {
      sum += NetworkOrder.read64(frame, request.ticketOffset());
    }
    if (request.hasCapability()) {
      sum += NetworkOrder.read64(frame, request.capabilityOffset());
    }
    long dataEnd = request.dataArea();
    int count = 0;
    core.walk(request);
    while (core.next()) {
      require(core.index() == count++);
      sum += core.opcode() + core.handle() + core.address() + core.operand0() + core.operand1();
      sum += core.lockAddress() + core.fencingToken() + core.width();
      if (core.hasData()) {
        dataEnd = data(frame, offset, dataEnd, core.dataOffset(), core.length());
        require(dataEnd <= end);
      }
    }
    require(count == header.count());
  }

  private void readReply(MemorySegment frame, long offset, int length) {
    reply.wrap(frame, offset);
    sum += reply.occupancy() + reply.credit() + reply.echo();
    long dataEnd = reply.dataArea();
    int count = 0;
    result.walk(reply);
    while (result.next()) {
      require(result.index() == count++);
      sum += result.opcode() + result.value() + result.valueHigh();
      sum += Status.of(result.status()).code();
      if (result.hasData()) {
        dataEnd = data(frame, offset, dataEnd, result.dataOffset(), result.length());
        require(dataEnd <= offset + length);
      }
    }
    require(count == header.count());
  }

  private long data(MemorySegment frame, long offset, long before, long start, long length) {
    require(start >= before);
    require((start - offset) % 16 == 0);
    if (length > 0) {
      sum += NetworkOrder.read8(frame, start) + NetworkOrder.read8(frame, start + length - 1);
    }
    return start + length;
  }

  private void compact(MemorySegment frame, long offset, int length) {
    if (NetworkOrder.read8(frame, offset) == Opcode.COMPACT_REPLY) {
      compactReply.wrap(frame, offset);
      sum += compactReply.value() + compactReply.status() + compactReply.occupancy();
      return;
    }
    compactRequest.wrap(frame, offset, length);
    sum += compactRequest.operand(1) + compactRequest.address() + compactRequest.sequence();
    sum += compactRequest.readWidth();
    for (int i = 0; i < compactRequest.writeWidth(); i++) {
      sum += NetworkOrder.read8(frame, compactRequest.dataOffset() + i);
    }
  }
}
