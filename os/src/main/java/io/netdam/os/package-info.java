/** The one door to the operating system. */
@NullMarked
package io.netdam.os;

import org.jspecify.annotations.NullMarked;
