/** Conformance suites and fixtures. */
@NullMarked
package io.netdam.testkit;

import org.jspecify.annotations.NullMarked;
