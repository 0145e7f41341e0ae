package io.netdam.cli.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The client of the bare TCP echo: as many messages in flight, each written by its own call. */
final class EchoTask {

  /** The size of the frame that a fetch-add travels in. */
  static final int MESSAGE_BYTES = 64;

  private EchoTask() {}

  static Message run(Message command, Role.Progress progress) throws IOException {
    int count = Math.toIntExact(command.number("count"));
    int outstanding = Math.toIntExact(command.number("outstanding"));
    Latencies latencies = new Latencies();
    long[] startsNs = new long[outstanding];
    ByteBuffer message = ByteBuffer.allocateDirect(MESSAGE_BYTES);
    ByteBuffer answers = ByteBuffer.allocateDirect(outstanding * MESSAGE_BYTES);
    try (SocketChannel channel =
        SocketChannel.open(
            new InetSocketAddress(
                InetAddress.ofLiteral("127.0.0.1"), Math.toIntExact(command.number("port"))))) {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      int sent = 0;
      int received = 0;
      int bytes = 0;
      while (received < count) {
        while (sent < count && sent - received < outstanding) {
          startsNs[sent++ % outstanding] = System.nanoTime();
          write(channel, message);
        }
        answers.clear();
        bytes += requireSome(channel.read(answers));
        long now = System.nanoTime();
        while (bytes >= MESSAGE_BYTES) { // in order, as TCP is
          bytes -= MESSAGE_BYTES;
          latencies.record(now - startsNs[received++ % outstanding]);
        }
        progress.done(received);
      }
    }
    return ClientRole.answer(latencies);
  }

  private static void write(SocketChannel channel, ByteBuffer message) throws IOException {
    message.clear();
    while (message.hasRemaining()) {
      channel.write(message);
    }
  }

  private static int requireSome(int count) {
    if (count < 0) {
      throw new DemoException("the TCP echo closed the connection");
    }
    return count;
  }
}
