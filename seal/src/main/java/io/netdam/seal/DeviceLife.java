package io.netdam.seal;

/**
 * One epoch of one device: what every sealed frame is bound to.
 *
 * @param idHigh first half of the device's id, 128 bits drawn when its memory was made
 * @param idLow second half
 * @param epoch rises when a restart lost the device's state
 */
public record DeviceLife(long idHigh, long idLow, long epoch) {}
