/**
 * Examples that see public packages alone, as a stranger would: {@code TicketExample} uses the
 * client, those named {@code Memif…} pass frames through a memif port.
 */
@NullMarked
package io.netdam.examples;

import org.jspecify.annotations.NullMarked;
