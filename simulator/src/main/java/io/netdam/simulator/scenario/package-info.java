/**
 * One seed, one world.
 *
 * <p>The walk: {@link io.netdam.simulator.scenario.Plan} draws everything from the seed; {@link
 * io.netdam.simulator.scenario.World} puts nodes and network together and lets {@link
 * io.netdam.simulator.scenario.Trouble} befall them, then mends everything, waits until all that
 * was afloat is gone, and hands the chronicle to the checks. {@link
 * io.netdam.simulator.scenario.Log} sees every packet, for the hash by which two runs are compared,
 * and for the trace.
 */
@NullMarked
package io.netdam.simulator.scenario;

import org.jspecify.annotations.NullMarked;
