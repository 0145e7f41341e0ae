/**
 * What a packet says: no I/O, no state, no clock. The page is docs/protocol.md.
 *
 * <p>A walk through the room:
 *
 * <ol>
 *   <li>{@link io.netdam.wire.Form} reads the first byte, {@link io.netdam.wire.FrameLayout} knows
 *       sizes and alignments, {@link io.netdam.wire.Opcode}, {@link io.netdam.wire.PacketKind},
 *       {@link io.netdam.wire.Status} and {@link io.netdam.wire.DropReason} name the numbers.
 *   <li>In: {@link io.netdam.wire.FrameCheck} looks at a whole frame once, with {@link
 *       io.netdam.wire.Checksum}. What it passes, no view can fail on.
 *   <li>{@link io.netdam.wire.TransportHeader} is the same in every full frame; then one class for
 *       each kind: {@link io.netdam.wire.Request} with its cursor {@link
 *       io.netdam.wire.InstructionCore}, {@link io.netdam.wire.Reply} with {@link
 *       io.netdam.wire.Result}, {@link io.netdam.wire.Acknowledgement}, {@link
 *       io.netdam.wire.Open}, {@link io.netdam.wire.Opened}, {@link io.netdam.wire.Retry}, {@link
 *       io.netdam.wire.Caps}, {@link io.netdam.wire.CapsReply}, {@link io.netdam.wire.Close},
 *       {@link io.netdam.wire.GoAway}, {@link io.netdam.wire.Probe}; {@link io.netdam.wire.Ticket}
 *       travels inside them. {@link io.netdam.wire.CompactRequest} and {@link
 *       io.netdam.wire.CompactReply} are the short form.
 *   <li>Out: {@link io.netdam.wire.RequestWriter} and {@link io.netdam.wire.ReplyWriter} build
 *       frames in place, {@link io.netdam.wire.Checksum#seal} ends them.
 *   <li>{@link io.netdam.wire.FrameDescription} says it all in one line.
 * </ol>
 *
 * <p>A header class is a view: final, reused, over (segment, offset), with getters, fluent setters,
 * a one-line {@code describe()} and a nested record {@code Fields} where allocation does not
 * matter. It judges nothing after the check; it never extends the buffer.
 */
@NullMarked
package io.netdam.wire;

import org.jspecify.annotations.NullMarked;
