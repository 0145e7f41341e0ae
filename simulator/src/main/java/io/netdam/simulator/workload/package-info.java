/**
 * What callers ask: few cells, so that they meet, and content of its own in every change, so that
 * each effect can be told from all others.
 */
@NullMarked
package io.netdam.simulator.workload;

import org.jspecify.annotations.NullMarked;
