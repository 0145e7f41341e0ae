/**
 * What the network gives and what the engines make of it: goodput in virtual time, a performance
 * test without noise.
 *
 * <p>A {@link io.netdam.simulator.table.Bottleneck} is a link with a rate and a buffer; {@link
 * io.netdam.simulator.table.Source} and {@link io.netdam.simulator.table.Sink} host the engines on
 * both sides; {@link io.netdam.simulator.table.CubicSource} is the competition. {@link
 * io.netdam.simulator.table.GoodputTable} prints the table, {@link io.netdam.simulator.table.Gates}
 * holds what has to be true.
 */
@NullMarked
package io.netdam.simulator.table;

import org.jspecify.annotations.NullMarked;
