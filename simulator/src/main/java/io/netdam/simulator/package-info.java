/** The production engines on virtual time. */
@NullMarked
package io.netdam.simulator;

import org.jspecify.annotations.NullMarked;
