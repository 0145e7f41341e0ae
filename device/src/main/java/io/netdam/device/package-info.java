/** The device runtime. */
@NullMarked
package io.netdam.device;

import org.jspecify.annotations.NullMarked;
