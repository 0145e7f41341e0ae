package io.netdam.memif;

import io.netdam.memif.ControlMessage.Hello;
import io.netdam.memif.ControlMessage.Init;
import io.netdam.os.Descriptor;
import io.netdam.os.DescriptorSystem;
import io.netdam.os.OperatingSystem;
import io.netdam.os.SocketName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A socket that several server ports share, each with its id. One thread controls it and its ports.
 */
public final class MemifListener implements AutoCloseable {
  private static final int BACKLOG = 8;

  /** Clients that did not yet say which port they want. */
  private static final int PENDING_MAX = 8;

  private static final long FIRST_WORD_NS = 5_000_000_000L;

  private final DescriptorSystem system;
  private final SocketName name;
  private final Descriptor socket;
  private final Map<Long, MemifPort> ports = new TreeMap<>();
  private final List<ServerConversation> pending = new ArrayList<>();
  private long refusals;
  private PortReason lastRefusal = PortReason.NONE;

  private MemifListener(DescriptorSystem system, SocketName name) throws IOException {
    this.system = system;
    this.name = name;
    this.socket = system.listen(name, BACKLOG);
  }

  /**
   * Listens. A socket file that a crash left behind is taken over.
   *
   * @param socket a path, or {@code @} and an abstract name
   * @throws IOException if the name is taken, the directory is missing, or foreign calls are
   *     denied; the message says what to do
   */
  public static MemifListener open(String socket) throws IOException {
    return open(MemifOptions.server(socket).socketName());
  }

  static MemifListener open(SocketName name) throws IOException {
    return new MemifListener(OperatingSystem.current().descriptors(), name);
  }

  DescriptorSystem system() {
    return system;
  }

  Descriptor socket() {
    return socket;
  }

  /** Clients that were turned away before they had a port. */
  public long refusals() {
    return refusals;
  }

  /** Why the last of them was. */
  public PortReason lastRefusal() {
    return lastRefusal;
  }

  void add(MemifPort port) {
    if (ports.putIfAbsent(port.options().id(), port) != null) {
      throw new IllegalArgumentException(
          "there is a port with id " + port.options().id() + " on " + name);
    }
  }

  void remove(MemifPort port) {
    boolean _ = ports.remove(port.options().id(), port);
  }

  /** Takes new clients and leads them to their ports. */
  void poll(long nowNs) throws IOException {
    while (pending.size() < PENDING_MAX) {
      Descriptor accepted = system.accept(socket);
      if (accepted == null) {
        break;
      }
      ServerConversation peer =
          new ServerConversation(system, accepted, this::bind, nowNs + FIRST_WORD_NS);
      pending.add(peer);
      try {
        peer.greet(hello());
      } catch (IOException gone) {
        peer.failure.fail(Conversation.reasonOf(gone), String.valueOf(gone.getMessage()));
      }
    }
    for (int index = pending.size() - 1; index >= 0; index--) {
      ServerConversation peer = pending.get(index);
      peer.poll(nowNs);
      boolean bound = ports.values().stream().anyMatch(port -> port.talksTo(peer));
      if (bound) {
        pending.remove(index);
      } else if (peer.failure.happened()) {
        pending.remove(index);
        peer.end();
        Failure.Cause cause = peer.failure.cause();
        refusals++;
        lastRefusal = cause == null ? PortReason.NONE : cause.reason();
      }
    }
  }

  private Hello hello() {
    int receive = 1;
    int transmit = 1;
    String shown = "netdam";
    for (MemifPort port : ports.values()) {
      receive = Math.max(receive, port.options().receiveQueues());
      transmit = Math.max(transmit, port.options().transmitQueues());
      shown = port.options().name();
    }
    return new Hello(
        shown,
        ControlMessage.VERSION,
        ControlMessage.VERSION,
        ServerHandshake.REGIONS_MAX - 1,
        transmit - 1,
        receive - 1,
        MemifOptions.RING_SIZE_LOG2_MAX);
  }

  private @Nullable MemifOptions bind(Init init, ServerConversation peer) {
    MemifPort port = ports.get(init.id());
    if (port == null) {
      peer.failure.fail(PortReason.ID_UNKNOWN, "id " + init.id());
      return null;
    }
    if (!port.bind(peer)) {
      peer.failure.fail(PortReason.ID_TAKEN, "id " + init.id());
      return null;
    }
    return port.options();
  }

  /** Stops listening and takes the socket's file away; its ports are closed first. */
  @Override
  public void close() {
    List.copyOf(ports.values()).forEach(MemifPort::close);
    for (ServerConversation peer : pending) {
      peer.failure.fail(PortReason.CLOSED, "");
      peer.end();
    }
    pending.clear();
    if (socket.isOpen()) {
      socket.close();
      if (!name.isAbstract()) {
        deleteQuietly(Path.of(name.text()));
      }
    }
  }

  private static void deleteQuietly(Path file) {
    try {
      boolean _ = Files.deleteIfExists(file);
    } catch (IOException kept) {
      System.getLogger(MemifListener.class.getName())
          .log(System.Logger.Level.DEBUG, "the socket's file stays behind", kept);
    }
  }
}
