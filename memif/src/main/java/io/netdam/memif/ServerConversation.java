package io.netdam.memif;

import io.netdam.memif.ControlMessage.AddRegion;
import io.netdam.memif.ControlMessage.AddRing;
import io.netdam.memif.ControlMessage.Connected;
import io.netdam.memif.ControlMessage.Hello;
import io.netdam.memif.ControlMessage.Init;
import io.netdam.os.Descriptor;
import io.netdam.os.DescriptorSystem;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A server's client: it brings the memory, and says which port it wants. */
final class ServerConversation extends Conversation {
  /** Finds the port for a client's first message. */
  interface PortLookup {
    /** The port's settings, now bound to this peer; null after a failure was noted. */
    @Nullable MemifOptions bind(Init init, ServerConversation peer);
  }

  private final PortLookup lookup;
  private final List<Descriptor> memories = new ArrayList<>();
  private @Nullable MemifOptions options;
  private @Nullable ServerHandshake handshake;

  ServerConversation(
      DescriptorSystem system, Descriptor socket, PortLookup lookup, long deadlineNs) {
    super(system, socket, deadlineNs);
    this.lookup = lookup;
  }

  void greet(Hello hello) throws IOException {
    say(hello, null);
  }

  @Override
  String peerName() {
    return handshake == null ? "" : handshake.peerName();
  }

  @Override
  void onMessage(ControlMessage message) throws IOException {
    if (handshake == null) {
      if (message instanceof Init init) {
        options = lookup.bind(init, this);
        if (options == null) {
          return;
        }
        handshake = new ServerHandshake(options, failure);
      } else {
        handshake = new ServerHandshake(MemifOptions.server("none"), failure);
      }
    }
    ControlMessage reply = handshake.onMessage(message, received.descriptorCount());
    if (reply == null) {
      return;
    }
    switch (message) {
      case AddRegion _ -> hold(memories);
      case AddRing ring -> {
        List<Descriptor> events = ring.toServer() ? receiveEvents : transmitEvents;
        hold(events);
        if (!system.isEvent(events.getLast())) {
          failure.fail(PortReason.EVENT_UNUSABLE, ring.toString());
          return;
        }
      }
      default -> {
        // Nothing came along.
      }
    }
    if (reply instanceof Connected && !build(handshake, Objects.requireNonNull(options))) {
      return;
    }
    say(reply, null);
    if (reply instanceof Connected && !failure.happened()) {
      rise();
    }
  }

  private void hold(List<Descriptor> in) {
    Descriptor descriptor = Objects.requireNonNull(received.takeDescriptor());
    held.add(descriptor);
    in.add(descriptor);
  }

  /** Maps the regions, whose seals are checked, and looks at the rings. */
  private boolean build(ServerHandshake agreed, MemifOptions settings) throws IOException {
    MemorySegment[] regions = new MemorySegment[agreed.regions().size()];
    for (int index = 0; index < regions.length; index++) {
      regions[index] = system.map(memories.get(index), agreed.regions().get(index).bytes(), arena);
    }
    try {
      for (AddRing words : agreed.ringsToServer()) {
        receiveQueues.add(new ServerReceiveQueue(ring(words, regions, settings), regions, failure));
      }
      for (AddRing words : agreed.ringsToClient()) {
        transmitQueues.add(
            new ServerTransmitQueue(ring(words, regions, settings), regions, failure));
      }
    } catch (InternalError unreadable) {
      failure.fail(PortReason.REGION_UNREADABLE, String.valueOf(unreadable.getMessage()));
    }
    return !failure.happened();
  }

  private Ring ring(AddRing words, MemorySegment[] regions, MemifOptions settings) {
    long bytes = Ring.bytes(words.sizeLog2(), settings.cacheLineBytes());
    Ring ring =
        new Ring(
            regions[words.region()].asSlice(words.offset(), bytes),
            words.sizeLog2(),
            settings.cacheLineBytes());
    if (!ring.hasCookie()) {
      failure.fail(PortReason.COOKIE, words.toString());
    }
    ring.tailRelease(0);
    return ring;
  }
}
