/**
 * Sessions, guards, repair, congestion and grants: everything between a packet and its meaning.
 * Nothing here touches payload bytes, reads a clock or sends: a length, a number and a time are
 * enough, so that thousands of simulated nodes can run it.
 *
 * <p>The walk in, at a device: {@link io.netdam.transport.SessionTable} finds the session, or a
 * ticket of the {@link io.netdam.transport.TicketOffice} makes it, with a window from the {@link
 * io.netdam.transport.WindowPool}; the {@link io.netdam.transport.Session} knows its addresses and
 * its lease; its {@link io.netdam.transport.Guard} says whether the operation runs, and records how
 * it ended; the {@link io.netdam.transport.GrantBook} says how far the client may go on. The {@link
 * io.netdam.transport.ExpiryWheel} finds those whose time has run out.
 *
 * <p>The walk out, at a client: {@link io.netdam.transport.OperationWindow} numbers the operations
 * and knows the lowest that is not resolved; {@link io.netdam.transport.CongestionControl} and the
 * pacer say when a frame may leave, and on which {@link io.netdam.transport.Path}; {@link
 * io.netdam.transport.LossDetector} says what was lost, by time.
 *
 * <p>The rules that all this rests on have names, {@link io.netdam.transport.Rule}, so that a
 * simulation can break one and show what it prevents. Why they are needed:
 * docs/decisions/0001-sessions-tickets-guards.md.
 */
@NullMarked
package io.netdam.transport;

import org.jspecify.annotations.NullMarked;
