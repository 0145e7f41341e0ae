/**
 * Judges a run by its chronicle: one promise a file.
 *
 * <p>Promises to callers are judged by what callers saw where that suffices ({@link
 * io.netdam.simulator.check.LinearizabilityCheck}), and by what really happened to the memory where
 * it does not.
 */
@NullMarked
package io.netdam.simulator.check;

import org.jspecify.annotations.NullMarked;
