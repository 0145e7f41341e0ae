package io.netdam.device;

import io.netdam.engine.HandOver;
import io.netdam.memory.ManyToOneRing;
import io.netdam.memory.RecordReader;
import io.netdam.transport.Path;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Hands frames from the shard where they landed to the shard that owns their session: one ring for
 * each shard, written by all others.
 *
 * <pre>
 *  0  remote address (128)
 * 16  port (32) | source (32)
 * 64  the frame
 * </pre>
 */
final class Rings implements HandOver {

  private static final int SLOTS = 1_024;
  private static final int FRAME_AT = 64;
  private static final int PORT_AT = 16;
  private static final int SOURCE_AT = 20;
  private static final int PATHS_REMEMBERED = 1_024;

  private final ManyToOneRing[] rings;
  private final Shard[] shards;
  private final int frameBytes;

  Rings(int shards, int frameBytes) {
    this.rings = new ManyToOneRing[shards];
    this.shards = new Shard[shards];
    this.frameBytes = frameBytes;
    int recordBytes = FRAME_AT + frameBytes;
    for (int i = 0; i < shards && shards > 1; i++) {
      rings[i] =
          ManyToOneRing.create(
              Arena.ofAuto().allocate(ManyToOneRing.bytes(SLOTS, recordBytes), 64),
              SLOTS,
              recordBytes);
    }
  }

  /** Tells which shard empties a ring, to be woken when something is in it. */
  void consumer(int shard, Shard consumer) {
    shards[shard] = consumer;
  }

  @Override
  public boolean offer(int shard, Path path, MemorySegment segment, long offset, int length) {
    ManyToOneRing ring = rings[shard];
    if (length > frameBytes) {
      return false;
    }
    long position = ring.claim();
    if (position == ManyToOneRing.FULL) {
      return false;
    }
    MemorySegment record = ring.segment();
    long at = ring.offset(position);
    record.set(ValueLayout.JAVA_LONG, at, path.addressHigh());
    record.set(ValueLayout.JAVA_LONG, at + 8, path.addressLow());
    record.set(ValueLayout.JAVA_INT, at + PORT_AT, path.port());
    record.set(ValueLayout.JAVA_INT, at + SOURCE_AT, path.source());
    MemorySegment.copy(segment, offset, record, at + FRAME_AT, length);
    boolean handed = ring.commit(position, 0, FRAME_AT + length);
    shards[shard].handedOver();
    return handed;
  }

  /** The end of one shard's ring that this shard reads. */
  Inlet inlet(int shard, Inlet.Taker taker) {
    return new Inlet(rings[shard], taker);
  }

  /** Takes what others have handed over to one shard; used by its thread only. */
  static final class Inlet implements RecordReader {

    /** Takes one frame. */
    interface Taker {
      void onFrame(Path path, MemorySegment segment, long offset, int length);
    }

    private final ManyToOneRing ring;
    private final Taker taker;
    private final Path[] paths = new Path[PATHS_REMEMBERED];

    Inlet(ManyToOneRing ring, Taker taker) {
      this.ring = ring;
      this.taker = taker;
    }

    int drain(int limit) {
      return ring.drain(this, limit);
    }

    int occupancy() {
      return ring.occupancy();
    }

    @Override
    public void onRecord(int type, MemorySegment segment, long offset, int length) {
      taker.onFrame(path(segment, offset), segment, offset + FRAME_AT, length - FRAME_AT);
    }

    /** The path of a record: remembered, so that nothing is made for each frame. */
    private Path path(MemorySegment segment, long offset) {
      long high = segment.get(ValueLayout.JAVA_LONG, offset);
      long low = segment.get(ValueLayout.JAVA_LONG, offset + 8);
      int port = segment.get(ValueLayout.JAVA_INT, offset + PORT_AT);
      int source = segment.get(ValueLayout.JAVA_INT, offset + SOURCE_AT);
      int place = Path.hash(high, low, port, source) & (PATHS_REMEMBERED - 1);
      Path known = paths[place];
      if (known == null || !known.is(high, low, port, source)) {
        known = Path.of(high, low, port, source);
        paths[place] = known;
      }
      return known;
    }
  }
}
