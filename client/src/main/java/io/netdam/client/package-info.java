/** The public API and its runtime. */
@NullMarked
package io.netdam.client;

import org.jspecify.annotations.NullMarked;
