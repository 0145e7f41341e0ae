package io.netdam.engine;

import io.netdam.instruction.InstructionSet;
import io.netdam.transport.ClientSession;
import io.netdam.transport.Path;
import io.netdam.wire.DropReason;
import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The client without clock, thread or socket: operations go in, frames come out, frames go in,
 * completions come out. One thread owns it.
 *
 * <p>The rhythm of a runtime: hand over what arrived ({@link #onDatagram}), submit, {@link #poll},
 * flush the outbox, sleep until the deadline that {@code poll} returned or something arrives.
 */
public final class ClientEngine {
  private static final int INDEX_BITS = 16;
  private static final int GENERATION_MASK = 0x7FFF;
  private static final int ROUNDS_MAX = 8;

  /** How soon a full outbox is tried again if the runtime does not poll earlier by itself. */
  private static final long OUTBOX_RETRY_NS = 50_000;

  private final ClientSettings settings;
  private final RandomGenerator random;
  private final ClientCounters counters;
  private final @Nullable ClientPeer[] peers;
  private final PeerDirectory directory;
  private final InstructionShape shape;
  private final Endings endings;
  private final LossRecovery recovery;
  private final SessionDesk desk;
  private final ClientSender sender;
  private final ClientReceiver receiver;
  private final SlotRequestBuilder builder;

  /**
   * An engine without peers.
   *
   * @param settings sizes and strategies
   * @param instructions says which instructions change memory and which take data
   * @param random jitter of timers, nonces, first packet numbers; unpredictable in production
   * @param counters where it counts
   * @param completions where it tells how operations ended
   */
  public ClientEngine(
      ClientSettings settings,
      InstructionSet instructions,
      RandomGenerator random,
      ClientCounters counters,
      Completions completions) {
    this.settings = settings;
    this.random = random;
    this.counters = counters;
    peers = new @Nullable ClientPeer[settings.peersMax()];
    directory = new PeerDirectory(settings.peersMax() * settings.pathsMax());
    shape = new InstructionShape(instructions);
    endings = new Endings(counters, completions);
    recovery = new LossRecovery(settings, counters, random);
    RequestEncoder encoder = new RequestEncoder();
    desk = new SessionDesk(settings, counters, endings, recovery, encoder, random);
    sender = new ClientSender(settings, counters, endings, encoder, random);
    receiver = new ClientReceiver(counters, endings, desk);
    builder = new SlotRequestBuilder(shape, settings.frameBytes(), this::accept);
  }

  /**
   * An engine for the standard instructions.
   *
   * @param settings sizes and strategies
   * @param random jitter of timers, nonces, first packet numbers; unpredictable in production
   * @param counters where it counts
   * @param completions where it tells how operations ended
   */
  public ClientEngine(
      ClientSettings settings,
      RandomGenerator random,
      ClientCounters counters,
      Completions completions) {
    this(settings, InstructionSet.standard(), random, counters, completions);
  }

  /**
   * Makes a device known. Sends nothing.
   *
   * @param nowNs the time
   * @param paths one or more ways to it; no other attached device has one of them
   * @return its number
   * @throws IllegalArgumentException if there are no paths, too many, or one in use
   * @throws IllegalStateException if there is no room for another device
   */
  public int attach(long nowNs, Path[] paths) {
    checkPaths(paths, PeerDirectory.NONE);
    for (int index = 0; index < peers.length; index++) {
      ClientPeer peer = peers[index];
      if (peer == null) {
        peer = new ClientPeer(index, settings, random, paths[0]);
        peers[index] = peer;
      }
      if (!peer.attached) {
        peer.attach(paths);
        for (Path path : paths) {
          directory.add(path, index);
        }
        return number(peer);
      }
    }
    throw new IllegalStateException("no room for more than " + peers.length + " devices");
  }

  /**
   * Forgets a device: operations that were never sent end NOT_SENT, the others UNKNOWN. A session
   * is closed by the next poll.
   *
   * @param peer number of the device
   */
  public void detach(int peer) {
    ClientPeer of = find(peer);
    if (of == null) {
      return;
    }
    of.attached = false;
    for (int slot = 0; slot < of.slots.capacity; slot++) {
      if (of.slots.state[slot] != OperationSlots.FREE) {
        endings.giveUp(of, slot);
      }
    }
    desk.leave(of);
    directory.removeAll(of.index);
    of.generation++;
    of.dirty = true;
  }

  /**
   * Hands an operation over; {@link #poll} sends it.
   *
   * @param nowNs the time
   * @param peer number of the device
   * @param opcode a known instruction
   * @param instructionFlags width of an atomic (bits 4 and 5); the others are set here
   * @param handle capability handle, 0 for the default region
   * @param address first byte
   * @param length bytes, at most {@link #frameDataBytes} of data; 0 for atomics
   * @param operand0 as the instruction says
   * @param operand1 as the instruction says
   * @param data source of an instruction that takes data, target of one that brings data, else
   *     {@link MemorySegment#NULL}; not touched by the caller until completion
   * @param dataOffset where source or target starts
   * @param deadlineNs when it ends NOT_SENT or UNKNOWN at the latest
   * @param tag comes back with the completion
   * @return ACCEPTED, FULL or CLOSED
   * @throws IllegalArgumentException if the arguments can never make a request
   */
  public Submission submit(
      long nowNs,
      int peer,
      int opcode,
      int instructionFlags,
      int handle,
      long address,
      int length,
      long operand0,
      long operand1,
      MemorySegment data,
      long dataOffset,
      long deadlineNs,
      long tag) {
    shape.of(opcode, instructionFlags, handle, length, operand0, operand1, data, dataOffset);
    ClientPeer of = find(peer);
    if (of == null) {
      return Submission.CLOSED;
    }
    long request = shape.requestFrameBytes();
    long reply = shape.replyFrameBytes();
    if (Math.max(request, reply) > of.frameBytes()) {
      throw new IllegalArgumentException(
          length + " bytes do not fit a frame of " + of.frameBytes() + " bytes");
    }
    OperationSlots slots = of.slots;
    int slot = slots.take();
    if (slot == OperationSlots.NONE) {
      counters.increment(ClientCounter.FULL);
      return Submission.FULL;
    }
    slots.traits[slot] = shape.traits();
    slots.opcode[slot] = opcode;
    slots.instructionFlags[slot] = instructionFlags;
    slots.handle[slot] = handle;
    slots.address[slot] = address;
    slots.length[slot] = length;
    slots.operand0[slot] = operand0;
    slots.operand1[slot] = operand1;
    slots.data[slot] = data;
    slots.dataOffset[slot] = dataOffset;
    counters.operation(opcode);
    enqueue(of, slot, (int) request, (int) reply, deadlineNs, tag);
    return Submission.ACCEPTED;
  }

  private void enqueue(
      ClientPeer peer, int slot, int request, int reply, long deadlineNs, long tag) {
    OperationSlots slots = peer.slots;
    slots.requestBytes[slot] = request;
    slots.replyBytes[slot] = reply;
    slots.charge[slot] = Math.max(request, reply);
    slots.deadlineNs[slot] = deadlineNs;
    slots.tag[slot] = tag;
    peer.earliestDeadlineNs = Math.min(peer.earliestDeadlineNs, deadlineNs);
    peer.listOf(slot).addLast(slot);
    peer.dirty = true;
    counters.increment(ClientCounter.SUBMITTED);
  }

  /**
   * Starts a request of several instructions.
   *
   * @param nowNs the time
   * @param peer number of the device
   * @param requestFlags {@code CONTINUE}, {@code ALL} of {@link io.netdam.wire.Request}, or 0
   * @param deadlineNs when it ends at the latest
   * @param tag comes back with the completion
   * @return the engine's one builder, empty
   */
  public RequestBuilder begin(long nowNs, int peer, int requestFlags, long deadlineNs, long tag) {
    return builder.begin(find(peer), requestFlags, deadlineNs, tag);
  }

  private Submission accept(ClientPeer peer, SlotRequestBuilder built) {
    OperationSlots slots = peer.slots;
    if (peer.buffers.isEmpty() || slots.used() == settings.operationsMax()) {
      counters.increment(ClientCounter.FULL);
      return Submission.FULL;
    }
    int slot = slots.take();
    slots.traits[slot] = built.traits();
    slots.buffer[slot] = peer.buffers.take(built.frame(), built.frameBytes());
    for (int i = 0; i < built.count(); i++) {
      counters.operation(built.opcode(i));
    }
    enqueue(peer, slot, built.frameBytes(), built.replyBytes(), built.deadlineNs(), built.tag());
    return Submission.ACCEPTED;
  }

  /**
   * Gives operations up: NOT_SENT if never sent, else UNKNOWN.
   *
   * @param peer number of the device
   * @param tag of the operations
   * @return whether there was one
   */
  public boolean cancel(int peer, long tag) {
    ClientPeer of = find(peer);
    boolean found = false;
    for (int slot = 0; of != null && slot < settings.operationsMax(); slot++) {
      if (of.slots.state[slot] != OperationSlots.FREE && of.slots.tag[slot] == tag) {
        endings.giveUp(of, slot);
        found = true;
      }
    }
    return found;
  }

  /**
   * Takes a frame from the network. Never throws on its content.
   *
   * @param nowNs the time
   * @param path where it came from
   * @param segment holds the frame
   * @param offset its start
   * @param length its bytes
   * @param outbox takes what is sent at once
   */
  public void onDatagram(
      long nowNs, Path path, MemorySegment segment, long offset, int length, Outbox outbox) {
    counters.increment(ClientCounter.FRAMES_RECEIVED);
    counters.add(ClientCounter.BYTES_RECEIVED, length);
    DropReason wrong = receiver.check(segment, offset, length);
    int index = wrong == null ? directory.find(path) : PeerDirectory.NONE;
    ClientPeer peer = index == PeerDirectory.NONE ? null : peers[index];
    if (wrong == null) {
      wrong =
          peer == null
              ? DropReason.NOT_EXPECTED
              : receiver.take(peer, peer.paths.indexOf(path), nowNs, segment, offset);
    }
    if (wrong != null) {
      counters.drop(wrong);
    } else if (peer != null) {
      peer.dirty = true;
    }
  }

  /**
   * Ends what is over, sends what may be sent.
   *
   * @param nowNs the time, never less than before
   * @param outbox takes the frames
   * @return when to call again at the latest, {@code Long.MAX_VALUE} for never
   */
  public long poll(long nowNs, Outbox outbox) {
    long nextNs = ClientPeer.NEVER;
    for (ClientPeer peer : peers) {
      if (peer == null) {
        break;
      }
      if (peer.attached || peer.closingSession != ClientSession.NONE) {
        if (peer.dirty || nowNs >= peer.wakeNs) {
          serve(peer, nowNs, outbox);
        }
        nextNs = Math.min(nextNs, peer.wakeNs);
      }
    }
    return nextNs;
  }

  private void serve(ClientPeer peer, long nowNs, Outbox outbox) {
    boolean room = true;
    for (int round = 0; round < ROUNDS_MAX && room && (round == 0 || peer.dirty); round++) {
      peer.dirty = false;
      peer.wakeNs = ClientPeer.NEVER;
      expire(peer, nowNs);
      recovery.poll(peer, nowNs);
      room = desk.poll(peer, nowNs, outbox) && sender.send(peer, nowNs, outbox);
    }
    recovery.arm(peer);
    peer.wakeAt(peer.earliestDeadlineNs);
    if (!room) {
      peer.dirty = true;
      // A probe that is due stays due: it waits for room as all the rest, or poll would say "now".
      peer.wakeNs = Math.max(peer.wakeNs, nowNs + OUTBOX_RETRY_NS);
      peer.wakeAt(nowNs + OUTBOX_RETRY_NS);
    } else if (peer.dirty) {
      peer.wakeAt(nowNs);
    }
  }

  /** Ends what is past its deadline; looks at all slots, but only when one may be. */
  private void expire(ClientPeer peer, long nowNs) {
    if (nowNs < peer.earliestDeadlineNs) {
      return;
    }
    peer.earliestDeadlineNs = ClientPeer.NEVER;
    OperationSlots slots = peer.slots;
    long earliestNs = ClientPeer.NEVER;
    for (int slot = 0; slot < settings.operationsMax(); slot++) {
      if (slots.state[slot] == OperationSlots.FREE) {
        continue;
      }
      if (slots.deadlineNs[slot] <= nowNs) {
        endings.giveUp(peer, slot);
      } else {
        earliestNs = Math.min(earliestNs, slots.deadlineNs[slot]);
      }
    }
    peer.earliestDeadlineNs = Math.min(peer.earliestDeadlineNs, earliestNs);
  }

  /**
   * Replaces the paths to a device; its session goes on.
   *
   * @param nowNs the time
   * @param peer number of the device
   * @param paths the new ones
   * @throws IllegalArgumentException as {@link #attach} does
   */
  public void pathChanged(long nowNs, int peer, Path[] paths) {
    ClientPeer of = find(peer);
    if (of == null) {
      return;
    }
    checkPaths(paths, of.index);
    for (int path = 0; path < of.paths.count(); path++) {
      recovery.giveBackAll(of, path);
    }
    int[] from = new int[paths.length];
    for (int i = 0; i < paths.length; i++) {
      from[i] = of.paths.indexOf(paths[i]);
    }
    of.session.remap(from);
    of.ledger.restart(of.ledger.next());
    of.replacePaths(paths);
    of.probesDue = 0;
    of.knocksDue = 0;
    of.dirty = true;
    directory.removeAll(of.index);
    for (Path path : paths) {
      directory.add(path, of.index);
    }
  }

  /**
   * Data bytes that one operation can carry either way.
   *
   * @param peer number of the device
   * @return bytes, a multiple of 64; 0 if it is not attached
   */
  public int frameDataBytes(int peer) {
    ClientPeer of = find(peer);
    return of == null ? 0 : of.frameBytes() - 64;
  }

  /**
   * Operations accepted and not ended.
   *
   * @param peer number of the device
   * @return how many
   */
  public int outstanding(int peer) {
    ClientPeer of = find(peer);
    return of == null ? 0 : of.slots.used();
  }

  private void checkPaths(Path[] paths, int owner) {
    if (paths.length < 1 || paths.length > settings.pathsMax()) {
      throw new IllegalArgumentException(paths.length + " paths, not 1 to " + settings.pathsMax());
    }
    for (int i = 0; i < paths.length; i++) {
      int other = directory.find(paths[i]);
      boolean twice = other != PeerDirectory.NONE && other != owner;
      for (int j = 0; j < i; j++) {
        twice |= paths[j].equals(paths[i]);
      }
      if (twice) {
        throw new IllegalArgumentException("path " + paths[i] + " is in use");
      }
    }
  }

  private static int number(ClientPeer peer) {
    return peer.index | (peer.generation & GENERATION_MASK) << INDEX_BITS;
  }

  private @Nullable ClientPeer find(int number) {
    int index = number & (1 << INDEX_BITS) - 1;
    ClientPeer peer = number >= 0 && index < peers.length ? peers[index] : null;
    return peer != null && peer.attached && number(peer) == number ? peer : null;
  }
}
