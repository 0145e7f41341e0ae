/**
 * How datagrams move between hosts.
 *
 * <p>A {@link io.netdam.link.Link} carries bytes and knows nothing of what they mean: links and
 * engines never see each other, a runtime stands between them. It belongs to one thread; only
 * {@link io.netdam.link.Link#wakeup()} and {@link io.netdam.link.Link#close()} may come from
 * another. No link reads a clock of its own: what needs time is given one.
 *
 * <p><b>The walk in.</b> The runtime calls {@code receive}; {@code UdpLink} reads datagrams into
 * its one buffer, turns each sender's address into a {@link io.netdam.transport.Path} (remembered
 * in a bounded cache), and hands both to the receiver, which may change the bytes in place until it
 * returns. From there {@code wire} and {@code engine} go on.
 *
 * <p><b>The walk out.</b> {@code claim} gives a frame of the preallocated send queue, the engine
 * writes it, {@code commit} queues it for a path, {@code flush} gives the queue to the sockets and
 * stops where they take no more.
 *
 * <p>Files: the contract is {@code Link}, {@code LinkCapabilities}, {@code LinkCounter}; real
 * sockets are {@code UdpLink} with {@code UdpLinkSettings}; links within one process are {@code
 * InProcessHub} and {@code InProcessLink}; wrappers for tests and diagnosis are {@code FaultLink}
 * (loses, doubles, delays, corrupts by seed), {@code CaptureLink} (pcap files) and {@code
 * TraceLink} (a line a datagram). All pass one suite, {@code LinkConformance} of the testkit.
 */
@NullMarked
package io.netdam.link;

import org.jspecify.annotations.NullMarked;
