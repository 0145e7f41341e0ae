/** Regions, mapped and shared memory, rings and counters. */
@NullMarked
package io.netdam.memory;

import org.jspecify.annotations.NullMarked;
