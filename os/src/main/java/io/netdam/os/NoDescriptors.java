package io.netdam.os;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** The substitute: plain Java cannot pass descriptors, and says so. */
final class NoDescriptors implements DescriptorSystem {
  private final String why;

  NoDescriptors(String why) {
    this.why = why;
  }

  private IOException refusal() {
    return new IOException(
        "sockets that pass descriptors need Linux on amd64 or aarch64 and foreign calls"
            + " (--enable-native-access=io.netdam.os): "
            + why);
  }

  @Override
  public boolean available() {
    return false;
  }

  @Override
  public Descriptor listen(SocketName name, int backlog) throws IOException {
    throw refusal();
  }

  @Override
  public Descriptor connect(SocketName name) throws IOException {
    throw refusal();
  }

  @Override
  public @Nullable Descriptor accept(Descriptor listener) throws IOException {
    throw refusal();
  }

  @Override
  public boolean send(Descriptor socket, MemorySegment message, @Nullable Descriptor passed)
      throws IOException {
    throw refusal();
  }

  @Override
  public int receive(Descriptor socket, ReceivedMessage into) throws IOException {
    throw refusal();
  }

  @Override
  public Descriptor event() throws IOException {
    throw refusal();
  }

  @Override
  public boolean isEvent(Descriptor passed) {
    return false;
  }

  @Override
  public void signal(Descriptor event, MemorySegment scratch) {
    // There are no events here.
  }

  @Override
  public boolean drain(Descriptor event, MemorySegment scratch) {
    return false;
  }

  @Override
  public Descriptor sealedMemory(String name, long bytes) throws IOException {
    throw refusal();
  }

  @Override
  public MemorySegment map(Descriptor memory, long bytes, Arena arena) throws IOException {
    throw refusal();
  }

  @Override
  public DescriptorPoll poll(int capacity) {
    throw new IllegalStateException("there are no descriptors to wait for: " + why);
  }
}
