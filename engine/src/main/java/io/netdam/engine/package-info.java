/**
 * Device and client engines without clock, thread or socket: time and packets are arguments, frames
 * come out by an {@link io.netdam.engine.Outbox}. They compose transport, instructions and wire; a
 * runtime, or a simulator, is a short loop around them.
 *
 * <p>The walk in: {@link io.netdam.engine.DeviceEngine#onDatagram} checks where a frame comes from
 * and whether it is whole. Reception finds its session, makes it by a ticket, moves or ends it.
 * RequestRunner asks the guard, then everything that could stop the answer, and only then lets
 * InstructionRunner run the instructions into a reply; what ran is recorded before the reply
 * leaves. DeviceSender builds every other frame. {@link io.netdam.engine.DeviceEngine#poll} sends
 * one acknowledgement for a burst, gives turns of credit, ends leases. CompactRunner serves the
 * stateless form, Farewell drains, SessionSnapshot carries sessions over a planned restart.
 *
 * <p>The walk out: {@link io.netdam.engine.ClientEngine#submit} takes a slot; the sender builds the
 * request, sends it when window, credit and pace allow, and again when it is lost; the receiver
 * takes replies and acknowledgements; every operation ends once, by {@link
 * io.netdam.engine.Completions}, with one of four {@link io.netdam.engine.Outcome}s. SessionDesk
 * opens, resumes and leaves sessions.
 */
@NullMarked
package io.netdam.engine;

import org.jspecify.annotations.NullMarked;
