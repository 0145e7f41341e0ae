/**
 * Benchmarks: ratios to a limit, taken in one interleaved run.
 *
 * <p>A wall-clock figure of a shared machine means nothing by itself. So each {@link
 * io.netdam.bench.Row} measures this project and its limit (a C program that does the same bare
 * job, built by the system's compiler) in turns, in processes of their own pinned alike, and
 * reports the median and the worst of the ratios by round. The walk: {@link io.netdam.bench.Main}
 * picks rows; a row starts {@link io.netdam.bench.Child} processes, which are either a {@link
 * io.netdam.bench.CLimit} or this program again as {@link io.netdam.bench.DeviceChild} or {@link
 * io.netdam.bench.ClientChild}.
 */
@NullMarked
package io.netdam.bench;

import org.jspecify.annotations.NullMarked;
