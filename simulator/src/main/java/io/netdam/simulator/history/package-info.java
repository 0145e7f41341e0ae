/**
 * What happened in a run, for checkers to judge afterwards.
 *
 * <p>Two views, kept apart: what callers asked and were told ({@link
 * io.netdam.simulator.history.Call}), and what really became of the memory ({@link
 * io.netdam.simulator.history.Effect}). The second comes from a {@link
 * io.netdam.simulator.history.Witness} that compares the memory before and after each datagram and
 * explains every change by a step that some call asked for; each step has content of its own, so
 * that no change can be mistaken for another's. The witness has its own idea of what instructions
 * do ({@link io.netdam.simulator.history.ReferenceMemory}).
 */
@NullMarked
package io.netdam.simulator.history;

import org.jspecify.annotations.NullMarked;
