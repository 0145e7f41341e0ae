/** What a packet says: one view over bytes for each header. */
@NullMarked
package io.netdam.wire;

import org.jspecify.annotations.NullMarked;
