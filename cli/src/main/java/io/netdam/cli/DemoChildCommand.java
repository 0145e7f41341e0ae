package io.netdam.cli;

import io.netdam.cli.demo.Demo;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** What {@code netdam demo} starts; not for people. */
@Command(hidden = true, description = "A process of the demo; it is started by it.")
final class DemoChildCommand implements Callable<Integer> {

  private final Streams streams;
  private final boolean device;

  DemoChildCommand(Streams streams, boolean device) {
    this.streams = streams;
    this.device = device;
  }

  @Override
  public Integer call() throws InterruptedException {
    Demo.child(device, streams.in(), streams.out());
    return ExitCode.OK;
  }
}
