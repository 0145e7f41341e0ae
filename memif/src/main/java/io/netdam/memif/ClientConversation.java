package io.netdam.memif;

import io.netdam.memif.ControlMessage.AddRegion;
import io.netdam.memif.ControlMessage.AddRing;
import io.netdam.os.Descriptor;
import io.netdam.os.DescriptorSystem;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A client's server: we bring the memory. */
final class ClientConversation extends Conversation {
  private final MemifOptions options;
  private final ClientHandshake handshake;
  private @Nullable Descriptor memory;

  ClientConversation(
      DescriptorSystem system, Descriptor socket, MemifOptions options, long deadlineNs) {
    super(system, socket, deadlineNs);
    this.options = options;
    this.handshake = new ClientHandshake(options, failure);
  }

  @Override
  String peerName() {
    return handshake.peerName();
  }

  @Override
  void onMessage(ControlMessage message) throws IOException {
    if (received.descriptorCount() > 0) {
      failure.fail(PortReason.DESCRIPTOR_UNEXPECTED, "a server passes none");
      return;
    }
    ControlMessage next = handshake.onMessage(message);
    RegionLayout layout = handshake.layout();
    if (layout != null && memory == null && !failure.happened()) {
      allocate(layout);
    }
    switch (next) {
      case null -> {
        if (handshake.done() && !isUp()) {
          start();
        }
      }
      case AddRegion _ -> say(next, memory);
      case AddRing ring ->
          say(next, (ring.toServer() ? transmitEvents : receiveEvents).get(ring.index()));
      default -> say(next, null);
    }
  }

  private void allocate(RegionLayout layout) throws IOException {
    Descriptor made = system.sealedMemory("memif-" + options.id(), layout.bytes());
    held.add(made);
    memory = made;
    MemorySegment region = system.map(made, layout.bytes(), arena);
    for (int index = 0; index < layout.ringsToServer(); index++) {
      Ring ring = ring(region, layout, true, index);
      ClientTransmitQueue queue =
          new ClientTransmitQueue(
              ring, region, layout.bufferOffset(true, index), layout.bufferBytes(), failure);
      queue.describe();
      transmitQueues.add(queue);
      transmitEvents.add(event());
    }
    for (int index = 0; index < layout.ringsToClient(); index++) {
      Ring ring = ring(region, layout, false, index);
      ClientReceiveQueue queue =
          new ClientReceiveQueue(
              ring, region, layout.bufferOffset(false, index), layout.bufferBytes(), failure);
      queue.describe();
      receiveQueues.add(queue);
      receiveEvents.add(event());
    }
  }

  private static Ring ring(MemorySegment region, RegionLayout layout, boolean toServer, int index) {
    long bytes = Ring.bytes(layout.sizeLog2(), layout.cacheLineBytes());
    Ring ring =
        new Ring(
            region.asSlice(layout.ringOffset(toServer, index), bytes),
            layout.sizeLog2(),
            layout.cacheLineBytes());
    ring.initialize();
    return ring;
  }

  private Descriptor event() throws IOException {
    Descriptor event = system.event();
    held.add(event);
    return event;
  }

  private void start() {
    for (ReceiveQueue queue : receiveQueues) {
      if (queue instanceof ClientReceiveQueue ours) {
        ours.start();
      }
    }
    rise();
  }
}
