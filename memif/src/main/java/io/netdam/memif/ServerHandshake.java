package io.netdam.memif;

import io.netdam.memif.ControlMessage.Acknowledge;
import io.netdam.memif.ControlMessage.AddRegion;
import io.netdam.memif.ControlMessage.AddRing;
import io.netdam.memif.ControlMessage.Connect;
import io.netdam.memif.ControlMessage.Connected;
import io.netdam.memif.ControlMessage.Disconnect;
import io.netdam.memif.ControlMessage.Init;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The server's part of the handshake from INIT on, without socket and memory: what the client says
 * goes in, the answer comes out. Nothing of it is believed; what can be checked without the memory
 * itself is checked here.
 */
final class ServerHandshake {
  /** Regions of one client at most. */
  static final int REGIONS_MAX = 256;

  private final MemifOptions options;
  private final Failure failure;
  private final List<AddRegion> regions = new ArrayList<>();
  private final List<AddRing> ringsToServer = new ArrayList<>();
  private final List<AddRing> ringsToClient = new ArrayList<>();
  private long regionBytes;
  private boolean initialized;
  private boolean done;
  private String peerName = "";

  ServerHandshake(MemifOptions options, Failure failure) {
    this.options = options;
    this.failure = failure;
  }

  List<AddRegion> regions() {
    return regions;
  }

  List<AddRing> ringsToServer() {
    return ringsToServer;
  }

  List<AddRing> ringsToClient() {
    return ringsToClient;
  }

  boolean done() {
    return done;
  }

  String peerName() {
    return peerName;
  }

  /**
   * The answer; null for none, also after a failure.
   *
   * @param descriptors that came with the message
   */
  @Nullable ControlMessage onMessage(ControlMessage message, int descriptors) {
    if (message instanceof Disconnect words) {
      failure.fail(PortReason.PEER_DISCONNECTED, words.text());
      return null;
    }
    boolean taken =
        switch (message) {
          case Init words when !initialized -> descriptors(descriptors, 0) && onInit(words);
          case AddRegion words when initialized && !done -> onRegion(words, descriptors);
          case AddRing words when initialized && !done -> onRing(words, descriptors);
          case Connect words when initialized && !done ->
              descriptors(descriptors, 0) && onConnect(words);
          default -> fail(PortReason.MESSAGE_UNEXPECTED, message.toString());
        };
    if (!taken) {
      return null;
    }
    return done ? new Connected(options.name()) : new Acknowledge();
  }

  private boolean fail(PortReason reason, String detail) {
    failure.fail(reason, detail);
    return false;
  }

  private boolean descriptors(int came, int wanted) {
    return came == wanted || fail(PortReason.DESCRIPTOR_UNEXPECTED, came + " came, not " + wanted);
  }

  private boolean onInit(Init words) {
    initialized = true;
    peerName = words.name();
    if (words.version() != ControlMessage.VERSION) {
      return fail(PortReason.VERSION_DIFFERS, "the client speaks %#x".formatted(words.version()));
    }
    if (words.id() != options.id()) {
      return fail(PortReason.ID_UNKNOWN, "id " + words.id());
    }
    if (words.mode() != options.mode().ordinal()) {
      return fail(
          PortReason.MODE_DIFFERS, "mode " + words.mode() + " there, " + options.mode() + " here");
    }
    if (!options.secret().isEmpty() && words.secret().isEmpty()) {
      return fail(PortReason.SECRET_MISSING, "");
    }
    boolean same =
        MessageDigest.isEqual(
            options.secret().getBytes(StandardCharsets.UTF_8),
            words.secret().getBytes(StandardCharsets.UTF_8));
    return same || fail(PortReason.SECRET_WRONG, "");
  }

  private boolean onRegion(AddRegion words, int descriptors) {
    if (descriptors == 0) {
      return fail(PortReason.REGION_DESCRIPTOR_MISSING, "region " + words.index());
    }
    if (words.index() != regions.size() || words.index() >= REGIONS_MAX) {
      return fail(PortReason.REGION_INDEX, words.index() + " after " + regions.size());
    }
    if (words.bytes() < 1 || words.bytes() > options.regionBytesMax() - regionBytes) {
      return fail(
          PortReason.REGION_SIZE,
          "%d bytes after %d, at most %d"
              .formatted(words.bytes(), regionBytes, options.regionBytesMax()));
    }
    regionBytes += words.bytes();
    regions.add(words);
    return descriptors(descriptors, 1);
  }

  private boolean onRing(AddRing words, int descriptors) {
    List<AddRing> rings = words.toServer() ? ringsToServer : ringsToClient;
    int most = words.toServer() ? options.receiveQueues() : options.transmitQueues();
    if (descriptors == 0) {
      return fail(PortReason.EVENT_MISSING, words.toString());
    }
    if (words.index() != rings.size() || words.index() >= most) {
      return fail(
          PortReason.RING_INDEX,
          "%d after %d, at most %d".formatted(words.index(), rings.size(), most));
    }
    if (words.sizeLog2() < 1 || words.sizeLog2() > MemifOptions.RING_SIZE_LOG2_MAX) {
      return fail(PortReason.RING_SIZE, "2^" + words.sizeLog2());
    }
    if (words.privateHeaderBytes() != 0) {
      return fail(PortReason.PRIVATE_HEADER, words.privateHeaderBytes() + " bytes");
    }
    if (words.offset() % Ring.ALIGNMENT != 0) {
      return fail(PortReason.RING_ALIGNMENT, "offset " + words.offset());
    }
    rings.add(words);
    return descriptors(descriptors, 1);
  }

  private boolean onConnect(Connect words) {
    peerName = words.name().isEmpty() ? peerName : words.name();
    List<AddRing> all = new ArrayList<>(ringsToServer);
    all.addAll(ringsToClient);
    if (all.isEmpty()) {
      return fail(PortReason.RING_MISSING, "");
    }
    for (AddRing ring : all) {
      long bytes = Ring.bytes(ring.sizeLog2(), options.cacheLineBytes());
      if (ring.region() >= regions.size()
          || ring.offset() + bytes > regions.get(ring.region()).bytes()) {
        return fail(PortReason.RING_BOUNDS, ring.toString());
      }
    }
    done = all.stream().allMatch(ring -> apart(ring, all));
    return done;
  }

  /** Whether no other ring begins inside this one, or where one of other cache lines would end. */
  private boolean apart(AddRing ring, List<AddRing> all) {
    int here = options.cacheLineBytes();
    int elsewhere = here == 64 ? 128 : 64;
    long end = ring.offset() + Ring.bytes(ring.sizeLog2(), here);
    long otherEnd = ring.offset() + Ring.bytes(ring.sizeLog2(), elsewhere);
    boolean endsElsewhere = false;
    boolean endsHere = false;
    for (AddRing other : all) {
      if (other.equals(ring) || other.region() != ring.region()) {
        continue;
      }
      endsHere |= other.offset() == end;
      endsElsewhere |= other.offset() == otherEnd;
      if (other.offset() >= ring.offset() && other.offset() < Math.min(end, otherEnd)) {
        return fail(PortReason.RING_OVERLAP, ring + " and " + other);
      }
    }
    if (endsElsewhere && !endsHere) {
      return fail(
          PortReason.CACHE_LINE, "rings are laid out for " + elsewhere + " bytes, not " + here);
    }
    for (AddRing other : all) {
      if (!other.equals(ring)
          && other.region() == ring.region()
          && other.offset() >= ring.offset()
          && other.offset() < end) {
        return fail(PortReason.RING_OVERLAP, ring + " and " + other);
      }
    }
    return true;
  }
}
