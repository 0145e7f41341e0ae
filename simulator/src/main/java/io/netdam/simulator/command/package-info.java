/** What {@code netdam simulate} does: one file for each of its forms. */
@NullMarked
package io.netdam.simulator.command;

import org.jspecify.annotations.NullMarked;
