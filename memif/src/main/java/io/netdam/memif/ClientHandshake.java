package io.netdam.memif;

import io.netdam.memif.ControlMessage.Acknowledge;
import io.netdam.memif.ControlMessage.AddRegion;
import io.netdam.memif.ControlMessage.AddRing;
import io.netdam.memif.ControlMessage.Connect;
import io.netdam.memif.ControlMessage.Connected;
import io.netdam.memif.ControlMessage.Disconnect;
import io.netdam.memif.ControlMessage.Hello;
import io.netdam.memif.ControlMessage.Init;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The client's part of the handshake, without socket and memory: what the server says goes in, what
 * to say next comes out. One message at a time: each answer is waited for.
 *
 * <pre>
 *   HELLO → INIT · ACK → ADD_REGION · ACK → ADD_RING … · ACK → CONNECT · CONNECTED: done
 * </pre>
 */
final class ClientHandshake {
  private final MemifOptions options;
  private final Failure failure;
  private final Deque<ControlMessage> waiting = new ArrayDeque<>();
  private @Nullable RegionLayout layout;
  private @Nullable Hello hello;
  private boolean connectSent;
  private String peerName = "";
  private boolean done;

  ClientHandshake(MemifOptions options, Failure failure) {
    this.options = options;
    this.failure = failure;
  }

  /** What both sides agreed on; after HELLO. */
  @Nullable RegionLayout layout() {
    return layout;
  }

  boolean done() {
    return done;
  }

  String peerName() {
    return peerName;
  }

  /** What to say next; null for nothing, also after a failure. */
  @Nullable ControlMessage onMessage(ControlMessage message) {
    return switch (message) {
      case Disconnect words -> {
        failure.fail(PortReason.PEER_DISCONNECTED, words.text());
        yield null;
      }
      case Hello words when hello == null -> onHello(words);
      case Acknowledge _ when hello != null && !waiting.isEmpty() -> {
        ControlMessage next = waiting.remove();
        connectSent = next instanceof Connect;
        yield next;
      }
      case Connected words when connectSent && !done -> {
        peerName = words.name();
        done = true;
        yield null;
      }
      default -> {
        failure.fail(PortReason.MESSAGE_UNEXPECTED, message.toString());
        yield null;
      }
    };
  }

  private @Nullable ControlMessage onHello(Hello words) {
    hello = words;
    peerName = words.name();
    if (words.versionMin() > ControlMessage.VERSION
        || words.versionMax() < ControlMessage.VERSION) {
      failure.fail(
          PortReason.VERSION_DIFFERS,
          "the server speaks %#x to %#x, we %#x"
              .formatted(words.versionMin(), words.versionMax(), ControlMessage.VERSION));
      return null;
    }
    int sizeLog2 = Math.min(options.ringSizeLog2(), words.ringSizeLog2Max());
    if (sizeLog2 < 1) {
      failure.fail(PortReason.RING_SIZE, "the server takes rings of one slot at most");
      return null;
    }
    RegionLayout agreed =
        new RegionLayout(
            Math.min(options.transmitQueues(), words.ringToServerMax() + 1),
            Math.min(options.receiveQueues(), words.ringToClientMax() + 1),
            sizeLog2,
            options.bufferBytes(),
            options.cacheLineBytes());
    layout = agreed;
    waiting.add(new AddRegion(0, agreed.bytes()));
    for (int ring = 0; ring < agreed.ringsToServer(); ring++) {
      waiting.add(new AddRing(true, ring, 0, agreed.ringOffset(true, ring), sizeLog2, 0));
    }
    for (int ring = 0; ring < agreed.ringsToClient(); ring++) {
      waiting.add(new AddRing(false, ring, 0, agreed.ringOffset(false, ring), sizeLog2, 0));
    }
    waiting.add(new Connect(options.name()));
    return new Init(
        ControlMessage.VERSION,
        options.id(),
        options.mode().ordinal(),
        options.secret(),
        options.name());
  }
}
