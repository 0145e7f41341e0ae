package io.netdam.engine;

import io.netdam.wire.Checksum;
import io.netdam.wire.FrameLayout;
import io.netdam.wire.Request;
import io.netdam.wire.RequestWriter;
import io.netdam.wire.Ticket;
import io.netdam.wire.TransportHeader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Writes the request of a slot into a frame. */
final class RequestEncoder {
  private final RequestWriter writer = new RequestWriter();
  private final TransportHeader header = new TransportHeader();
  private final Checksum checksum = new Checksum();

  /**
   * Writes a request.
   *
   * @param peer whose slot it is
   * @param slot the operation; number, packet number and path are set
   * @param frame takes it from offset 0
   * @param capacity bytes of the frame that may be used
   * @param inSession whether it names the session
   * @param ticketPath the path whose ticket trails, or −1
   * @param quiet whether an acknowledgement is enough
   * @param padTo the least length
   * @return its length
   */
  int encode(
      ClientPeer peer,
      int slot,
      MemorySegment frame,
      int capacity,
      boolean inSession,
      int ticketPath,
      boolean quiet,
      int padTo) {
    OperationSlots slots = peer.slots;
    long session = inSession ? peer.session.id() : 0;
    long number = slots.number[slot];
    int distance = slots.is(slot, OperationSlots.CHANGING) ? peer.window.distance(number) : 0;
    int length =
        slots.is(slot, OperationSlots.SEVERAL)
            ? copyBuffer(peer, slot, frame, ticketPath, quiet, padTo)
            : writeOne(peer, slot, frame, capacity, ticketPath, quiet, padTo);
    header
        .wrap(frame, 0)
        .sessionId(session)
        .packetNumber(slots.packet[slot])
        .distance(distance)
        .operationNumber(number);
    checksum.seal(frame, 0, length);
    return length;
  }

  /** Writes the checksum of any frame. */
  void seal(MemorySegment frame, int length) {
    checksum.seal(frame, 0, length);
  }

  private int writeOne(
      ClientPeer peer,
      int slot,
      MemorySegment frame,
      int capacity,
      int ticketPath,
      boolean quiet,
      int padTo) {
    OperationSlots slots = peer.slots;
    writer
        .begin(frame, 0, capacity)
        .flags(quiet ? Request.FLAG_QUIET : 0)
        .padTo(padTo)
        .instruction(
            slots.opcode[slot],
            slots.instructionFlags[slot],
            slots.handle[slot],
            slots.length[slot],
            slots.address[slot]);
    if (slots.is(slot, OperationSlots.OPERANDS)) {
      writer.operands(slots.operand0[slot], slots.operand1[slot]);
    }
    if (slots.is(slot, OperationSlots.TAKES_DATA)) {
      writer.data(slots.data[slot], slots.dataOffset[slot], slots.length[slot]);
    }
    if (ticketPath >= 0) {
      writer.ticket(peer.session.tickets(), peer.session.ticketOffset(ticketPath));
    }
    return writer.finish();
  }

  private int copyBuffer(
      ClientPeer peer, int slot, MemorySegment frame, int ticketPath, boolean quiet, int padTo) {
    RequestBuffers buffers = peer.buffers;
    int buffer = peer.slots.buffer[slot];
    int content = buffers.length(buffer);
    MemorySegment.copy(buffers.memory(), buffers.offset(buffer), frame, 0, content);
    int length =
        (int)
            FrameLayout.frameBytes(Math.max(padTo, content + (ticketPath >= 0 ? Ticket.BYTES : 0)));
    for (long at = content; at < length; at += Long.BYTES) {
      frame.set(ValueLayout.JAVA_LONG_UNALIGNED, at, 0L);
    }
    int flags = header.wrap(frame, 0).flags() | (quiet ? Request.FLAG_QUIET : 0);
    if (ticketPath >= 0) {
      flags |= Request.FLAG_TICKET;
      MemorySegment.copy(
          peer.session.tickets(),
          peer.session.ticketOffset(ticketPath),
          frame,
          length - Ticket.BYTES,
          Ticket.BYTES);
    }
    header.flags(flags);
    return length;
  }
}
