/**
 * Virtual time and the network of a simulated world.
 *
 * <p>The walk: {@link io.netdam.simulator.network.EventQueue} holds what is to happen and when;
 * {@link io.netdam.simulator.network.Network} takes a frame from a node, lets {@link
 * io.netdam.simulator.network.Weather} lose, double, delay or damage it, and gives it to the node
 * that owns the {@link io.netdam.simulator.network.Endpoint} when it arrives.
 */
@NullMarked
package io.netdam.simulator.network;

import org.jspecify.annotations.NullMarked;
