package io.netdam.memif;

import io.netdam.memif.ControlMessage.Disconnect;
import io.netdam.os.Descriptor;
import io.netdam.os.DescriptorSystem;
import io.netdam.os.ReceivedMessage;
import io.netdam.os.SystemCallException;
import io.netdam.os.UnsafeMemoryException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One peer, from its first word to its last: the control socket, and all that was shared over it.
 *
 * <p>{@link #poll} and {@link #end} are for the thread that controls the port; each queue is for
 * its own. A queue that is used while the memory goes away sees that it is closed, and nothing
 * worse: the arena is a shared one.
 */
abstract class Conversation {
  /** Messages read at once at most. */
  private static final int MESSAGES_MAX = 64;

  private static final Set<PortReason> LAST_WORDS_OF_PEER =
      Set.of(PortReason.PEER_CLOSED, PortReason.PEER_DISCONNECTED, PortReason.SOCKET_BROKEN);

  final DescriptorSystem system;
  final Failure failure = new Failure();

  /** Of the regions, and nothing that a system call is given. */
  final Arena arena = Arena.ofShared();

  final List<Descriptor> held = new ArrayList<>();
  final List<ReceiveQueue> receiveQueues = new ArrayList<>();
  final List<Descriptor> receiveEvents = new ArrayList<>();
  final List<TransmitQueue> transmitQueues = new ArrayList<>();
  final List<Descriptor> transmitEvents = new ArrayList<>();

  private final Descriptor socket;
  private final Arena messages = Arena.ofAuto();
  final ReceivedMessage received = new ReceivedMessage(ControlMessage.BYTES + 8, messages);
  private final MemorySegment outgoing = messages.allocate(ControlMessage.BYTES, 8);
  private final MemorySegment scratch = messages.allocate(Long.BYTES, Long.BYTES);
  private final long deadlineNs;
  private volatile boolean up;

  Conversation(DescriptorSystem system, Descriptor socket, long deadlineNs) {
    this.system = system;
    this.socket = socket;
    this.deadlineNs = deadlineNs;
  }

  Descriptor socket() {
    return socket;
  }

  /** Whether frames flow. */
  boolean isUp() {
    return up && !failure.happened();
  }

  abstract String peerName();

  /** Acts on a message; descriptors that came along are in {@link #received}. */
  abstract void onMessage(ControlMessage message) throws IOException;

  /** Reads what the other side said. Failures are noted. */
  final void poll(long nowNs) {
    try {
      for (int count = 0; count < MESSAGES_MAX && !failure.happened(); count++) {
        int bytes = system.receive(socket, received);
        if (bytes == DescriptorSystem.NOTHING) {
          break;
        }
        onRecord(bytes);
      }
    } catch (IOException broken) {
      failure.fail(reasonOf(broken), String.valueOf(broken.getMessage()));
    } finally {
      received.close();
    }
    if (!up && nowNs - deadlineNs >= 0) {
      failure.fail(PortReason.PEER_SILENT, "in the handshake");
    }
  }

  private void onRecord(int bytes) throws IOException {
    if (bytes == DescriptorSystem.END) {
      failure.fail(PortReason.PEER_CLOSED, "");
    } else if (bytes != ControlMessage.BYTES) {
      failure.fail(PortReason.MESSAGE_SIZE, bytes + " bytes");
    } else if (received.truncated()) {
      failure.fail(
          received.descriptorCount() == 0
              ? PortReason.DESCRIPTORS_EXHAUSTED
              : PortReason.DESCRIPTOR_UNEXPECTED,
          "not all descriptors of a message could be taken");
    } else {
      ControlMessage message = ControlMessage.read(received.memory());
      if (message == null) {
        failure.fail(PortReason.MESSAGE_UNKNOWN, "type " + Fields.u16(received.memory(), 0));
      } else if (up && !(message instanceof Disconnect)) {
        failure.fail(PortReason.MESSAGE_UNEXPECTED, message.toString());
      } else {
        onMessage(message);
      }
    }
  }

  /** What an exception of the system means. */
  static PortReason reasonOf(IOException exception) {
    return switch (exception) {
      case UnsafeMemoryException unsafe ->
          switch (unsafe.kind()) {
            case NOT_MEMORY -> PortReason.REGION_NOT_MEMORY;
            case NOT_SEALED -> PortReason.REGION_NOT_SEALED;
            case TOO_SHORT -> PortReason.REGION_TOO_SHORT;
          };
      case io.netdam.os.MemoryUnavailableException _ -> PortReason.MEMORY_EXHAUSTED;
      case io.netdam.os.NameTakenException _ -> PortReason.SOCKET_TAKEN;
      case SystemCallException refused ->
          switch (refused.errno()) {
            case SystemCallException.EMFILE, SystemCallException.ENFILE ->
                PortReason.DESCRIPTORS_EXHAUSTED;
            case SystemCallException.ENOENT, SystemCallException.ECONNREFUSED ->
                PortReason.NOBODY_LISTENS;
            case SystemCallException.EAGAIN -> PortReason.NOBODY_LISTENS;
            case SystemCallException.EACCES -> PortReason.SOCKET_DENIED;
            case SystemCallException.EPIPE, SystemCallException.ECONNRESET ->
                PortReason.PEER_CLOSED;
            case SystemCallException.ENOMEM, SystemCallException.ENOSPC ->
                PortReason.MEMORY_EXHAUSTED;
            default -> PortReason.SOCKET_BROKEN;
          };
      default -> PortReason.SOCKET_BROKEN;
    };
  }

  final void say(ControlMessage message, @Nullable Descriptor passed) throws IOException {
    message.write(outgoing);
    if (!system.send(socket, outgoing, passed)) {
      failure.fail(PortReason.PEER_SILENT, "it does not read what we say");
    }
  }

  /** Frames may flow from here on. */
  final void rise() {
    for (ReceiveQueue queue : receiveQueues) {
      queue.ring.wakeUpWanted(false);
    }
    up = true;
  }

  /** Says good-bye, wakes who waits, gives everything back. After a failure was noted. */
  final void end() {
    up = false;
    Failure.Cause cause = failure.cause();
    try {
      if (cause != null && !LAST_WORDS_OF_PEER.contains(cause.reason())) {
        say(new Disconnect(0, cause.reason().text()), null);
      }
      // Closed with something unread, the socket would reset, and our last words be lost.
      for (int count = 0; count < MESSAGES_MAX; count++) {
        if (system.receive(socket, received) <= DescriptorSystem.END) {
          break;
        }
      }
    } catch (IOException gone) {
      failure.fail(PortReason.PEER_CLOSED, String.valueOf(gone.getMessage()));
    }
    received.close();
    for (Descriptor event : receiveEvents) {
      system.signal(event, scratch);
    }
    socket.close();
    held.forEach(Descriptor::close);
    arena.close();
  }

  /** As {@link MemifPort#receive}. */
  final int receive(int queue, FrameBurst into) {
    if (queue >= receiveQueues.size()) {
      into.clear();
      return 0;
    }
    try {
      int _ = receiveQueues.get(queue).receive(into);
    } catch (InternalError | IllegalStateException fault) {
      onFault(fault);
    }
    return into.count();
  }

  /** As {@link MemifPort#transmit}. */
  final int transmit(int index, FrameBurst from, int start) {
    if (index >= transmitQueues.size()) {
      return 0;
    }
    TransmitQueue queue = transmitQueues.get(index);
    try {
      int before = queue.next;
      int done = queue.transmit(from, start);
      if (queue.next != before && queue.wantsWakeUp()) {
        system.signal(transmitEvents.get(index), queue.scratch);
        queue.wakeUps++;
      }
      return done;
    } catch (InternalError | IllegalStateException fault) {
      onFault(fault);
      return 0;
    }
  }

  /**
   * The JVM turns a page that the system cannot give into an internal error, and memory that was
   * given back meanwhile into an illegal state, which counts as ours unless a failure was noted.
   */
  private void onFault(Throwable fault) {
    if (fault instanceof InternalError) {
      failure.fail(PortReason.REGION_UNREADABLE, String.valueOf(fault.getMessage()));
    } else if (!failure.happened()) {
      throw (IllegalStateException) fault;
    }
  }

  final PortCounters counters() {
    PortCounters sum = PortCounters.ZERO;
    for (ReceiveQueue queue : receiveQueues) {
      sum = sum.plus(new PortCounters(0, queue.frames, queue.bytes, queue.dropped, 0, 0, 0, 0));
    }
    for (TransmitQueue queue : transmitQueues) {
      sum =
          sum.plus(
              new PortCounters(
                  0, 0, 0, 0, queue.frames, queue.bytes, queue.unsendable, queue.wakeUps));
    }
    return sum;
  }
}
