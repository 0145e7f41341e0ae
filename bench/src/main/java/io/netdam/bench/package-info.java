/** Benchmarks. */
@NullMarked
package io.netdam.bench;

import org.jspecify.annotations.NullMarked;
