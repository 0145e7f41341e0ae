/**
 * Sealed frames: who does not hold the key can neither read nor alter nor make one, and a device
 * keeps no state for it. docs/seal.md is the page for the bytes, docs/decisions/0008-seal.md says
 * why.
 *
 * <p>The walk of a key: the {@link io.netdam.seal.DeviceKeys} of a device give each client's secret
 * from its SPI alone; {@link io.netdam.seal.KeyDerivation} makes of the secret one key for each
 * direction, device, epoch and shard: a {@link io.netdam.seal.SealKey}. A device derives it when a
 * frame arrives and keeps the latest in a {@link io.netdam.seal.SealKeyCache}; a client was given
 * its secret when it authenticated.
 *
 * <p>The walk of a frame: {@code wire} writes it in full form at its offsets, {@link
 * io.netdam.seal.FrameSealer} encrypts it in place and ends it with the tag; {@link
 * io.netdam.seal.FrameOpener} checks the tag and decrypts in place, or leaves the frame as it came.
 *
 * <p>Nothing here reads a clock, draws a random number or knows a packet number: the caller says
 * them, and must never say one twice under one key.
 */
@NullMarked
package io.netdam.seal;

import org.jspecify.annotations.NullMarked;
