/**
 * A virtual wire between two processes of one host: memif 2.0, as DPDK and VPP speak it, in pure
 * Java. Useful alone: {@link io.netdam.memif.MemifPort} is all that a program needs, with {@link
 * io.netdam.memif.MemifOptions} and {@link io.netdam.memif.FrameBurst}.
 *
 * <p>The walk of a connection: {@code MemifListener} takes a client or {@code MemifPort} seeks its
 * server; a {@code Conversation} reads {@code ControlMessage}s and lets {@code ClientHandshake} or
 * {@code ServerHandshake} answer, which know no socket; then the client lays out its memory by
 * {@code RegionLayout}, or the server maps what came, and queues stand over {@code Ring}s.
 *
 * <p>The walk of a frame: {@code MemifPort.transmit} → {@code TransmitQueue} → descriptors of the
 * {@code Ring}, buffers → index → {@code ReceiveQueue} of the other side → {@code FrameBurst}.
 *
 * <p>The other side may write anything into the shared memory at any time. So every word of it is
 * read once, checked, and used as it was read; frames are copied out before anybody looks at them;
 * and the first {@code Failure} ends the connection with a {@link io.netdam.memif.PortReason}.
 */
@NullMarked
package io.netdam.memif;

import org.jspecify.annotations.NullMarked;
