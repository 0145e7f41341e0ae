/** Examples that see the client alone, as a stranger would. */
@NullMarked
package io.netdam.examples;

import org.jspecify.annotations.NullMarked;
