/**
 * The hosts of the production engines in a simulated world: what a runtime does, without threads.
 *
 * <p>A {@link io.netdam.simulator.nodes.Node} has sockets, an inbox of limited length and a clock
 * of its own; it can be stopped for a while. {@link io.netdam.simulator.nodes.DeviceNode} runs the
 * shards of a device over one memory and restarts them, {@link
 * io.netdam.simulator.nodes.ClientNode} runs one client and starts new lives of it.
 */
@NullMarked
package io.netdam.simulator.nodes;

import org.jspecify.annotations.NullMarked;
