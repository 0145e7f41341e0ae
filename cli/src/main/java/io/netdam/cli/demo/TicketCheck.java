package io.netdam.cli.demo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.BitSet;

/** Judges the tickets that clients say they have drawn: each at most once, none invented. */
final class TicketCheck {

  /** Stands for a ticket that may have been drawn, which nobody got. */
  static final long IN_DOUBT = -1;

  private final BitSet seen = new BitSet();
  private final long drawn;
  private long distinct;
  private long inDoubt;

  /**
   * Begins with none.
   *
   * @param drawn how many the sequencer has given out: its value, since it began with 0
   */
  TicketCheck(long drawn) {
    if (drawn < 0 || drawn > Integer.MAX_VALUE) {
      throw new DemoException("the sequencer stands at " + drawn + ", which nobody can have made");
    }
    this.drawn = drawn;
  }

  /** One ticket that a client has drawn. */
  void take(long ticket, String who) {
    if (ticket < 0 || ticket >= drawn) {
      throw new DemoException(
          who + " has ticket " + ticket + ", but only 0 to " + (drawn - 1) + " were given out");
    }
    if (seen.get((int) ticket)) {
      throw new DemoException(
          "ticket " + ticket + " was given out twice, the second time to " + who);
    }
    seen.set((int) ticket);
    distinct++;
  }

  /**
   * All tickets of a file, 8 bytes each in little endian.
   *
   * @return how many, those in doubt included
   */
  long takeFile(Path file, String who) {
    long count = 0;
    ByteBuffer buffer = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel channel = FileChannel.open(file)) {
      while (channel.read(buffer) >= 0) {
        buffer.flip();
        while (buffer.remaining() >= Long.BYTES) {
          long ticket = buffer.getLong();
          if (ticket == IN_DOUBT) {
            inDoubt++;
          } else {
            take(ticket, who);
          }
          count++;
        }
        buffer.compact();
      }
    } catch (IOException e) {
      throw new DemoException("the tickets of " + who + " cannot be read: " + e, e);
    }
    return count;
  }

  /** How many may have been drawn or not, by what the files say. */
  long inDoubt() {
    return inDoubt;
  }

  /** Tickets that were given out and that nobody has. */
  long missing() {
    return drawn - distinct;
  }

  /** Requires that at most so many are missing. */
  void requireMissing(long most) {
    if (missing() > most) {
      throw new DemoException(
          missing()
              + " of "
              + drawn
              + " tickets are missing, the first is "
              + seen.nextClearBit(0)
              + "; at most "
              + most
              + " may be");
    }
  }
}
