/**
 * Sessions, tickets and guards as a small executable model: the rules of change "at most once"
 * before any byte of a packet is laid out.
 *
 * <p>The walk: {@link io.netdam.simulator.model.World} holds one device, a few clients, every
 * packet ever sent, and the ledger of what was intended, done and reported; it lists the steps that
 * are possible and takes one. {@link io.netdam.simulator.model.ModelDevice} and {@link
 * io.netdam.simulator.model.ModelClient} are the two sides of the rules. {@link
 * io.netdam.simulator.model.Explorer} takes every step in every order up to a depth, {@link
 * io.netdam.simulator.model.RandomWalk} takes long random ones from a seed. {@link
 * io.netdam.simulator.model.Fault} switches one rule off; both searches must then find a {@link
 * io.netdam.simulator.model.Violation}, and none when no rule is off.
 *
 * <p>A packet, once sent, may arrive at any later step, any number of times or never: loss,
 * duplication, reordering and delays beyond every lease and restart need no actions of their own.
 *
 * <p>Why each rule is there: docs/decisions/0001-sessions-tickets-guards.md.
 */
@NullMarked
package io.netdam.simulator.model;

import org.jspecify.annotations.NullMarked;
