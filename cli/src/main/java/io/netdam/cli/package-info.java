/** The command line. */
@NullMarked
package io.netdam.cli;

import org.jspecify.annotations.NullMarked;
