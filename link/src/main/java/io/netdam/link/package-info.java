/** How packets move between hosts. */
@NullMarked
package io.netdam.link;

import org.jspecify.annotations.NullMarked;
