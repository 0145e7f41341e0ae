/**
 * The one door to the operating system: every foreign call of the project is here, each behind
 * {@link io.netdam.os.OperatingSystem} and each with a substitute in plain Java.
 */
@NullMarked
package io.netdam.os;

import org.jspecify.annotations.NullMarked;
