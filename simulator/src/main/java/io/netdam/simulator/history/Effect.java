package io.netdam.simulator.history;

/**
 * A change of a device's memory.
 *
 * @param atNs when
 * @param device where
 * @param step what made it
 * @param before the cell before, of an atomic of at most 8 bytes; else the first word
 * @param after the same afterwards
 */
public record Effect(long atNs, int device, Step step, long before, long after) {}
