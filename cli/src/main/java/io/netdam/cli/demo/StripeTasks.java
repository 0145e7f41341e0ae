package io.netdam.cli.demo;

import io.netdam.client.NetDamException;
import io.netdam.client.RemoteMemory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Writes the stripes of a file that are a client's, and reads back those of its neighbour. */
final class StripeTasks {

  private StripeTasks() {}

  /** Writes; what is in doubt is written again, which does no harm in a place of one's own. */
  static Message write(
      List<RemoteMemory> devices, Message command, Doubts.Log doubts, Role.Progress progress)
      throws IOException {
    long bytes = command.number("bytes");
    Latencies latencies = new Latencies();
    int attempt = 0;
    ByteBuffer buffer = ByteBuffer.allocateDirect(Layout.STRIPE_BYTES);
    try (FileChannel file = FileChannel.open(Path.of(command.text("file")))) {
      for (int stripe = 0; stripe < Layout.stripes(bytes); stripe++) {
        if (Layout.writerOfStripe(stripe) == command.number("client")) {
          buffer.clear().limit(Layout.lengthOfStripe(stripe, bytes));
          long at = (long) stripe * Layout.STRIPE_BYTES;
          while (buffer.hasRemaining()) {
            if (file.read(buffer, at + buffer.position()) < 0) {
              throw new DemoException(command.text("file") + " has become shorter");
            }
          }
          MemorySegment source = MemorySegment.ofBuffer(buffer.flip());
          long startNs = System.nanoTime();
          boolean written = false;
          while (!written) {
            written = write(devices, stripe, source, attempt++, doubts);
          }
          latencies.record(System.nanoTime() - startNs);
          progress.done(latencies.count());
        }
      }
    }
    return doubts.in(ClientRole.answer(latencies));
  }

  private static boolean write(
      List<RemoteMemory> devices,
      int stripe,
      MemorySegment source,
      int attempt,
      Doubts.Log doubts) {
    long startNs = System.nanoTime();
    try {
      devices.get(Layout.deviceOfStripe(stripe)).write(Layout.addressOfStripe(stripe), source);
      return true;
    } catch (NetDamException.UnknownOutcome e) {
      doubts.add(attempt, System.nanoTime() - startNs);
      System.err.println("in doubt: " + e.getMessage());
      return doubts.tooMany(); // which the judge will find
    }
  }

  static Message read(List<RemoteMemory> devices, Message command, Role.Progress progress)
      throws IOException {
    long bytes = command.number("bytes");
    long neighbour = (command.number("client") + 1) % Layout.CLIENTS;
    Latencies latencies = new Latencies();
    ByteBuffer buffer = ByteBuffer.allocateDirect(Layout.STRIPE_BYTES);
    try (FileChannel out =
        FileChannel.open(
            Path.of(command.text("out")), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (int stripe = 0; stripe < Layout.stripes(bytes); stripe++) {
        if (Layout.writerOfStripe(stripe) == neighbour) {
          buffer.clear().limit(Layout.lengthOfStripe(stripe, bytes));
          MemorySegment target = MemorySegment.ofBuffer(buffer);
          long startNs = System.nanoTime();
          devices.get(Layout.deviceOfStripe(stripe)).read(Layout.addressOfStripe(stripe), target);
          latencies.record(System.nanoTime() - startNs);
          long at = (long) stripe * Layout.STRIPE_BYTES;
          while (buffer.hasRemaining()) {
            out.write(buffer, at + buffer.position());
          }
          progress.done(latencies.count());
        }
      }
    }
    return ClientRole.answer(latencies);
  }
}
