/**
 * Memory as everything above sees it: regions that instructions work on, files that outlive a
 * process, rings between threads, counters that another process can read.
 *
 * <p>Its part of the way in: an instruction asks the {@link io.netdam.memory.Region} whether its
 * range lies inside, then lets it load, store, exchange or copy. No copy ever tears an aligned
 * 8-byte word; {@code WordCopy} tells how. A frame that reached the wrong shard travels through a
 * {@link io.netdam.memory.ManyToOneRing}; what happened is told by a {@link
 * io.netdam.memory.CounterTable}. At the start a {@link io.netdam.memory.DataFile} decides which
 * epoch the device lives in.
 *
 * <p>Everything here works on {@code (MemorySegment, long offset, int length)}: where the memory
 * comes from (mmap, memfd, a file, a plain array) is the matter of {@code io.netdam.os} and of the
 * caller. No foreign calls, no clock, no threads.
 */
@NullMarked
package io.netdam.memory;

import org.jspecify.annotations.NullMarked;
