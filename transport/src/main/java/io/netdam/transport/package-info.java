/** Sessions, guards, repair, congestion and grants. */
@NullMarked
package io.netdam.transport;

import org.jspecify.annotations.NullMarked;
