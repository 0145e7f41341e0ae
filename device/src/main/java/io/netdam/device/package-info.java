/**
 * The device: memory, an instruction set and UDP ports, as threads of this process.
 *
 * <p>{@link io.netdam.device.Device} starts from {@link io.netdam.device.DeviceOptions}: {@code
 * DeviceMemory} gets the memory (anonymous, or a file that outlives the process), and each {@code
 * Shard} is one thread with one link and one engine over it. {@code Rings} hand a frame that landed
 * at the wrong shard to its owner. {@code SessionArea} keeps sessions over a planned restart,
 * {@code Publication} writes the counters where {@code netdam stat} finds them.
 *
 * <p>The walk in: {@code Shard} takes a burst from the link, the engine runs it, {@code Shard}
 * polls and flushes, then looks at the clock once more and decides whether to spin, yield or block.
 */
@NullMarked
package io.netdam.device;

import org.jspecify.annotations.NullMarked;
