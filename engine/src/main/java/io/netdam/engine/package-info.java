/** Device and client engines without clock, thread or socket. */
@NullMarked
package io.netdam.engine;

import org.jspecify.annotations.NullMarked;
