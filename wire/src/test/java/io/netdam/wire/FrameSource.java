package io.netdam.wire;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/** Sound frames of every kind by seed, and ways to spoil them; for fuzz and allocation tests. */
final class FrameSource {
  private final SplittableRandom random;
  private final MemorySegment content = MemorySegment.ofArray(new byte[FrameLayout.BYTES_MAXIMUM]);
  private final RequestWriter requests = new RequestWriter();
  private final ReplyWriter replies = new ReplyWriter();
  private final Acknowledgement acknowledgement = new Acknowledgement();
  private final TransportHeader header = new TransportHeader();
  private final CompactRequest compactRequest = new CompactRequest();
  private final CompactReply compactReply = new CompactReply();

  FrameSource(long seed) {
    random = new SplittableRandom(seed);
    for (long i = 0; i < content.byteSize(); i++) {
      NetworkOrder.write8(content, i, random.nextInt());
    }
  }

  /** Writes a sound frame and returns its length. */
  int write(MemorySegment segment, long offset) {
    int choice = random.nextInt(20);
    if (choice < 8) {
      return request(segment, offset);
    }
    if (choice < 14) {
      return reply(segment, offset);
    }
    return switch (choice) {
      case 14 ->
          compactRequest
              .wrap(segment, offset, 11)
              .emit(
                  0x20 + random.nextInt(0xCF),
                  random.nextInt(),
                  random.nextLong(),
                  random.nextLong(),
                  random.nextInt(8));
      case 15 ->
          compactReply
              .wrap(segment, offset)
              .emit(random.nextInt(), random.nextLong(), random.nextInt(30), random.nextInt());
      case 16, 17 -> acknowledge(segment, offset);
      default -> control(segment, offset);
    };
  }

  private int request(MemorySegment segment, long offset) {
    requests.begin(segment, offset, FrameLayout.BYTES_MAXIMUM);
    requests.header(
        random.nextLong(), random.nextLong(), random.nextLong(1L << 48), random.nextInt(9));
    requests.flags(random.nextInt(8) << 1);
    int count = 1 + (random.nextInt(50) == 0 ? random.nextInt(80) : random.nextInt(4));
    for (int i = 0; i < count; i++) {
      requests.instruction(
          random.nextInt(256), random.nextInt(3) << 4, random.nextInt(), random.nextInt(), i);
      if (random.nextInt(3) == 0) {
        requests.operands(random.nextLong(), random.nextLong());
      }
      if (random.nextInt(4) == 0) {
        requests.fence(random.nextLong(), random.nextLong());
      }
      if (random.nextInt(3) == 0) {
        requests.data(content, random.nextInt(64), random.nextInt(40));
      }
    }
    if (random.nextInt(4) == 0) {
      requests.ticket(content, random.nextInt(64));
    }
    if (random.nextInt(8) == 0) {
      requests.capability(content, random.nextInt(64));
    }
    return requests.finish();
  }

  private int reply(MemorySegment segment, long offset) {
    int count = 1 + (random.nextInt(50) == 0 ? random.nextInt(80) : random.nextInt(4));
    replies.begin(segment, offset, FrameLayout.BYTES_MAXIMUM, count * Result.BYTES_WIDE);
    replies.header(random.nextLong(), random.nextLong(), random.nextLong(1L << 48), 1);
    replies.feedback(random.nextInt(), random.nextInt(4), random.nextInt(), random.nextLong());
    for (int i = 0; i < count; i++) {
      switch (random.nextInt(3)) {
        case 0 -> replies.result(random.nextInt(256), random.nextInt(30), random.nextLong());
        case 1 -> replies.resultWide(random.nextInt(256), 0, random.nextLong(), random.nextLong());
        default -> replies.resultWithData(random.nextInt(256), random.nextInt(40), 0);
      }
    }
    return replies.finish();
  }

  private int acknowledge(MemorySegment segment, long offset) {
    int words = random.nextInt(11);
    acknowledgement.begin(segment, offset, words).cumulative(random.nextLong(1L << 48));
    acknowledgement.replyFlags(random.nextInt(4));
    for (int i = 0; i < words; i++) {
      acknowledgement.word(i, random.nextLong());
    }
    return Acknowledgement.frameBytes(words);
  }

  private int control(MemorySegment segment, long offset) {
    int kind = PacketKind.OPEN + random.nextInt(9);
    int length = PacketKind.bytesMinimum(kind) + 64 * random.nextInt(2);
    MemorySegment.copy(content, random.nextInt(64), segment, offset, length);
    NetworkOrder.write32(segment, offset, 0);
    header.wrap(segment, offset).form(Form.FULL_BYTE).kind(kind);
    return length;
  }

  /** Spoils a frame a little or wholly and returns its length, perhaps another. */
  int spoil(MemorySegment segment, long offset, int length) {
    int result = length;
    switch (random.nextInt(8)) {
      case 0 -> {
        result = random.nextInt(256);
        for (int i = 0; i < result; i++) {
          NetworkOrder.write8(segment, offset + i, random.nextInt());
        }
        NetworkOrder.write8(segment, offset, random.nextInt(3) == 0 ? random.nextInt() : 1);
      }
      case 1 -> result = random.nextInt(FrameLayout.BYTES_MAXIMUM + 128);
      case 2 -> result = Math.max(64, length / 2 / 64 * 64);
      case 3 -> NetworkOrder.write8(segment, offset + TransportHeader.COUNT, random.nextInt());
      case 4 -> NetworkOrder.write32(segment, offset + 32 + 4L * random.nextInt(8), -1);
      case 5 -> NetworkOrder.write8(segment, offset + random.nextInt(4), random.nextInt(16));
      default -> {
        for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
          long at = offset + random.nextInt(Math.min(length, 128));
          NetworkOrder.write8(
              segment, at, NetworkOrder.read8(segment, at) ^ (1 << random.nextInt(8)));
        }
      }
    }
    return result;
  }

  boolean coin() {
    return random.nextBoolean();
  }
}
