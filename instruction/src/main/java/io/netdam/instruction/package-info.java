/** What opcodes do to memory. */
@NullMarked
package io.netdam.instruction;

import org.jspecify.annotations.NullMarked;
