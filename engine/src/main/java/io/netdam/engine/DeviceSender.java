package io.netdam.engine;

import io.netdam.memory.Region;
import io.netdam.transport.Guard;
import io.netdam.transport.Path;
import io.netdam.transport.Rule;
import io.netdam.transport.Session;
import io.netdam.wire.Acknowledgement;
import io.netdam.wire.CapsReply;
import io.netdam.wire.Checksum;
import io.netdam.wire.DropReason;
import io.netdam.wire.Form;
import io.netdam.wire.GoAway;
import io.netdam.wire.Opened;
import io.netdam.wire.PacketKind;
import io.netdam.wire.Probe;
import io.netdam.wire.Retry;
import io.netdam.wire.TransportHeader;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Builds every frame of a device but replies, seals and counts all of them.
 *
 * <p>Where there is no room to send, the frame is not built and {@link DropReason#OUTBOX_FULL} is
 * counted: the client asks again.
 */
final class DeviceSender {
  /** Lanes of packet numbers that a device sends in: the client's have the top bit clear. */
  static final long LANE = 1L << 63;

  private static final int NS_PER_MS = 1_000_000;
  private static final Outbox CLOSED =
      new Outbox() {
        @Override
        public @Nullable MemorySegment claim(int length) {
          return null;
        }

        @Override
        public void commit(Path to, int length) {
          throw new IllegalStateException("nothing was claimed");
        }
      };

  private final DeviceSettings settings;
  private final DeviceCounters counters;
  private final Checksum checksum = new Checksum();
  private final Acknowledgement acknowledgement = new Acknowledgement();
  private final Opened opened = new Opened();
  private final Retry retry = new Retry();
  private long epochAgeNs;
  private final CapsReply capsReply = new CapsReply();
  private final GoAway goAway = new GoAway();
  private final Probe probe = new Probe();
  private final long firstPacketNumber;
  private final int bitmapShift;
  private Outbox outbox = CLOSED;
  private long packetNumber;

  DeviceSender(DeviceSettings settings, DeviceCounters counters) {
    this.settings = settings;
    this.counters = counters;
    this.firstPacketNumber = LANE | (long) settings.shard() << 48;
    this.packetNumber = firstPacketNumber;
    this.bitmapShift = settings.rules().keeps(Rule.BITMAP_POSITION) ? 1 : 0;
  }

  /** Where frames go from now on. */
  void into(Outbox newOutbox) {
    outbox = newOutbox;
  }

  /** The first number of the packets of a session. */
  long firstPacketNumber() {
    return firstPacketNumber;
  }

  /** The next number of the packets that belong to no session. */
  long nextPacketNumber() {
    return packetNumber++;
  }

  /** A frame to build in, or null; then the drop has been counted. */
  @Nullable MemorySegment claim(int length) {
    MemorySegment frame = outbox.claim(length);
    if (frame == null) {
      counters.drop(DropReason.OUTBOX_FULL);
    }
    return frame;
  }

  /** Seals and sends the claimed frame. */
  void commit(MemorySegment frame, int length, Path to) {
    checksum.seal(frame, 0, length);
    commitUnsealed(length, to);
  }

  /** Sends the claimed frame as it is: the compact form has no checksum. */
  void commitUnsealed(int length, Path to) {
    counters.add(DeviceCounter.DATAGRAMS_OUT);
    counters.add(DeviceCounter.BYTES_OUT, length);
    outbox.commit(to, length);
  }

  /** Sends an acknowledgement to a session; false if there is no room now. */
  boolean acknowledge(Session session, int occupancy, long nowNs) {
    Guard guard = session.guard();
    long cumulative = guard.cumulative();
    long from = cumulative + bitmapShift;
    long beyond = Math.max(0, guard.end() - from);
    int words = (int) Math.min((beyond + 63) >>> 6, Acknowledgement.WORDS_MAXIMUM);
    int length = Acknowledgement.frameBytes(words);
    MemorySegment frame = claim(length);
    if (frame == null) {
      return false;
    }
    acknowledgement
        .begin(frame, 0, words)
        .sessionId(session.id())
        .packetNumber(session.nextPacketNumber())
        .cumulative(cumulative)
        .residence(TransportHeader.residence(nowNs - session.heardNs()))
        .occupancy(occupancy)
        .credit((int) session.granted())
        .echo(session.latestPacket());
    for (int word = 0; word < words; word++) {
      acknowledgement.word(word, guard.doneBits(from + ((long) word << 6)));
    }
    counters.add(DeviceCounter.ACKNOWLEDGEMENTS);
    commit(frame, length, session.latestPath());
    return true;
  }

  /** For how long the device has been in its epoch, at least. */
  void epochAgeNs(long ageNs) {
    epochAgeNs = ageNs;
  }

  /** Tells the sender of a packet that its session is not here, or not at this address. */
  void retry(TransportHeader packet, int reason, Path to) {
    MemorySegment frame = claim(Retry.BYTES);
    if (frame == null) {
      return;
    }
    retry
        .begin(frame, 0)
        .sessionId(packet.sessionId())
        .packetNumber(nextPacketNumber())
        .operationNumber(packet.operationNumber())
        .reason(reason)
        .echo(packet.packetNumber())
        .epoch(settings.epoch())
        .epochAgeNs(epochAgeNs);
    counters.add(DeviceCounter.RETRIES);
    commit(frame, Retry.BYTES, to);
  }

  /** Starts OPENED; the ticket is still to be written. Null if there is no room. */
  @Nullable MemorySegment opened(
      long sessionId, int window, int frameBytes, long nonce, int unscheduledBytes) {
    MemorySegment frame = claim(Opened.BYTES);
    if (frame == null) {
      return null;
    }
    opened
        .begin(frame, 0)
        .sessionId(sessionId)
        .packetNumber(nextPacketNumber())
        .windowGranted(window)
        .versionMinimum(Form.VERSION)
        .versionMaximum(Form.VERSION)
        .frameBytesGranted(frameBytes)
        .nonce(nonce)
        .epoch(settings.epoch())
        .leaseMs(settings.leaseNs() / NS_PER_MS)
        .unscheduledBytes(unscheduledBytes);
    return frame;
  }

  /** Tells what the device is. */
  void capsReply(long nonce, Region region, boolean draining, Path to) {
    MemorySegment frame = claim(CapsReply.BYTES);
    if (frame == null) {
      return;
    }
    capsReply
        .begin(frame, 0)
        .packetNumber(nextPacketNumber())
        .versionMinimum(Form.VERSION)
        .versionMaximum(Form.VERSION)
        .frameBytes(settings.frameBytes())
        .nonce(nonce)
        .epoch(settings.epoch())
        .leaseMs(settings.leaseNs() / NS_PER_MS)
        .window(settings.windowMax())
        .shards(settings.shards())
        .deviceIdHigh(settings.deviceIdHigh())
        .deviceIdLow(settings.deviceIdLow())
        .memoryBytes(region.length())
        .memoryBase(region.base())
        .deviceFlags(
            (settings.durable() ? CapsReply.FLAG_DURABLE : 0)
                | (region.readOnly() ? CapsReply.FLAG_READ_ONLY : 0)
                | (draining ? CapsReply.FLAG_DRAINING : 0));
    counters.add(DeviceCounter.CAPS_ANSWERED);
    commit(frame, CapsReply.BYTES, to);
  }

  /** Answers a probe. */
  void probeReply(long sessionId, int frameBytes, long nonce, Path to) {
    MemorySegment frame = claim(Probe.BYTES);
    if (frame == null) {
      return;
    }
    probe
        .begin(frame, 0, PacketKind.PROBE_REPLY, Probe.BYTES)
        .sessionId(sessionId)
        .packetNumber(nextPacketNumber())
        .frameBytes(frameBytes)
        .nonce(nonce);
    counters.add(DeviceCounter.PROBES_ANSWERED);
    commit(frame, Probe.BYTES, to);
  }

  /** Tells a client that the device drains; false if there is no room now. */
  boolean goAway(Session session, long graceNs) {
    MemorySegment frame = claim(GoAway.BYTES);
    if (frame == null) {
      return false;
    }
    goAway
        .begin(frame, 0)
        .sessionId(session.id())
        .packetNumber(session.nextPacketNumber())
        .graceMs(Math.clamp(graceNs / NS_PER_MS, 0, 0xFFFF_FFFFL));
    counters.add(DeviceCounter.GOAWAYS);
    commit(frame, GoAway.BYTES, session.latestPath());
    return true;
  }
}
