package io.netdam.cli.demo;

import io.netdam.device.Device;
import io.netdam.device.DeviceOptions;
import io.netdam.link.LinkHook;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A child process that is a device, and for comparison a bare TCP echo. */
final class DeviceRole implements Role {

  private volatile @Nullable Device device;
  private volatile LinkWatch watch = new LinkWatch(false, 0);
  private @Nullable EchoServer echo;

  @Override
  public Message carryOut(Message command, Progress progress) throws IOException {
    return switch (command.verb()) {
      case "start" -> start(command);
      case "stop" -> stop();
      case "echo" -> echo();
      default -> throw new IllegalArgumentException("a device knows no " + command.verb());
    };
  }

  private Message start(Message command) {
    boolean hostile = command.text("network").equals("hostile");
    LinkWatch made = new LinkWatch(hostile, command.number("seed"));
    DeviceOptions options =
        DeviceOptions.defaults()
            .withListen(List.of(command.text("listen")))
            .withMemoryBytes(command.number("memory"))
            .withFile(command.text("file"))
            .withRuntimeDirectory(command.text("runtime"))
            .withSessionsMax(256)
            .withStopAtExit(true);
    if (hostile) {
      options =
          options
              .withLease(Duration.ofMillis(LinkWatch.LEASE_MS))
              .withTicketLife(Duration.ofMillis(LinkWatch.LEASE_MS));
    }
    DeviceOptions wanted = options;
    Device started = LinkHook.around(made::watch, () -> Device.start(wanted));
    watch = made;
    device = started;
    return Message.of(Message.DONE)
        .with("host", started.address().getAddress().getHostAddress())
        .with("port", started.address().getPort())
        .with("epoch", started.epoch());
  }

  private Message stop() {
    Message answer = Message.of(Message.DONE);
    Device running = device;
    device = null;
    if (running != null) {
      running.close();
    }
    return answer;
  }

  private Message echo() throws IOException {
    if (echo == null) {
      echo = new EchoServer();
    }
    return Message.of(Message.DONE).with("port", echo.port());
  }

  @Override
  public SortedMap<String, Long> counters() {
    SortedMap<String, Long> counters = new TreeMap<>(watch.counters());
    Device running = device;
    if (running != null) {
      running
          .counters()
          .forEach((name, value) -> {
            if (!name.startsWith("LINK_")) {
              counters.put(name, value);
            }
          });
    }
    return counters;
  }

  @Override
  public void end() {
    stop();
    if (echo != null) {
      echo.close();
    }
  }
}
