package io.netdam.client;

/**
 * What a device says about itself.
 *
 * @param deviceIdHigh first half of the device's 128-bit name
 * @param deviceIdLow second half
 * @param epoch rises with every start of the device that forgot its sessions
 * @param memoryBytes length of its memory, in bytes
 * @param memoryBase address of the first byte
 * @param frameBytes the largest frame that it takes, in bytes
 * @param window the largest window that it grants, in operations
 * @param leaseMs how long it keeps a silent session, in ms
 * @param shards how many threads serve it
 * @param durable whether its memory is a file
 * @param readOnly whether it refuses every change
 * @param draining whether it is about to stop
 */
public record DeviceCaps(
    long deviceIdHigh,
    long deviceIdLow,
    long epoch,
    long memoryBytes,
    long memoryBase,
    int frameBytes,
    int window,
    long leaseMs,
    int shards,
    boolean durable,
    boolean readOnly,
    boolean draining) {}
