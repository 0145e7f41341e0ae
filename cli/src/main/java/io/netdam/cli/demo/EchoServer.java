package io.netdam.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;

/** A bare TCP echo: a thread for each connection writes back what it reads. */
final class EchoServer implements AutoCloseable {

  private static final int BUFFER_BYTES = 1 << 16;

  private final ServerSocket socket;

  EchoServer() throws IOException {
    socket = new ServerSocket();
    socket.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
    Thread.ofPlatform().name("demo-echo").daemon().start(this::accept);
  }

  int port() {
    return socket.getLocalPort();
  }

  private void accept() {
    while (true) {
      try {
        Socket connection = socket.accept();
        Thread.ofPlatform().name("demo-echo-connection").daemon().start(() -> serve(connection));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private static void serve(Socket connection) {
    byte[] buffer = new byte[BUFFER_BYTES];
    try (connection;
        InputStream in = connection.getInputStream();
        OutputStream out = connection.getOutputStream()) {
      connection.setOption(StandardSocketOptions.TCP_NODELAY, true);
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        out.write(buffer, 0, count);
      }
    } catch (IOException e) {
      System.err.println("a connection of the echo ended: " + e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      System.err.println("closing the echo: " + e);
    }
  }
}
