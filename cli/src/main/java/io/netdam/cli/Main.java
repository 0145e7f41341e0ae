package io.netdam.cli;

import io.netdam.client.NetDamException;
import io.netdam.client.NetDamException.Effect;
import io.netdam.wire.Form;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.module.ModuleDescriptor;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code netdam}: puts the others together and says what went wrong. */
@Command(
    name = "netdam",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Memory that hangs directly on the network.",
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "To see it all at work: 'netdam demo'. A first walk of your own, in two windows:",
      "  netdam device",
      "  netdam write 127.0.0.1:7300 0 --text hello",
      "  netdam read 127.0.0.1:7300 0 5",
      "  netdam ticket 127.0.0.1:7300 64",
      "  netdam stat 127.0.0.1:7300",
      "",
      "'netdam COMMAND --help' shows examples, units and defaults.",
      ExitCode.HELP
    })
public final class Main implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Started by the {@code netdam} script. */
  public static void main(String[] args) {
    System.exit(run(new Streams(System.in, System.out, System.err), args));
  }

  /** Runs one command line; returns its {@link ExitCode}. */
  static int run(Streams streams, String... args) {
    return commandLine(streams).execute(args);
  }

  static CommandLine commandLine(Streams streams) {
    CommandLine line = new CommandLine(new Main());
    for (Object command :
        List.of(
            new DeviceCommand(streams),
            new ReadCommand(streams),
            new WriteCommand(streams),
            new AddCommand(streams),
            new CasCommand(streams),
            new TicketCommand(streams),
            new StatCommand(streams),
            new DemoCommand(streams))) {
      CommandLine made = new CommandLine(command);
      made.getCommandSpec().mixinStandardHelpOptions(true).versionProvider(new Version());
      line.addSubcommand(made);
    }
    line.addSubcommand(new SimulateCommand(streams));
    line.addSubcommand("demo-device", new DemoChildCommand(streams, true));
    line.addSubcommand("demo-client", new DemoChildCommand(streams, false));
    return line.setOut(writer(streams.out()))
        .setErr(writer(streams.err()))
        .setUsageHelpAutoWidth(false)
        .setUsageHelpWidth(100)
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
        .setParameterExceptionHandler((e, given) -> usage(streams, e))
        .setExecutionExceptionHandler((e, command, given) -> failure(streams, command, e));
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  /** Without a command: says what there is. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  private static int usage(Streams streams, ParameterException e) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    streams.err().println(command + ": " + e.getMessage());
    if (e instanceof UnmatchedArgumentException unmatched) {
      List<String> near = unmatched.getSuggestions();
      if (!near.isEmpty()) {
        streams.err().println("  did you mean " + String.join(", ", near) + "?");
      }
    }
    streams.err().println("  '" + command + " --help' shows examples");
    return ExitCode.USAGE;
  }

  private static int failure(Streams streams, CommandLine line, Exception e) {
    String command = line.getCommandSpec().qualifiedName();
    streams.err().println(command + ": " + message(e) + hint(e));
    if (!explained(e)) {
      e.printStackTrace(streams.err());
    }
    return exitCode(e);
  }

  private static String message(Exception e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  /** What the remedies of the library are on the command line. */
  private static String hint(Exception e) {
    return switch (e instanceof NetDamException failed ? failed.code() : "") {
      case "TIMED_OUT" -> "\n  setting: --timeout TIME, or NETDAM_TIMEOUT";
      case "OUT_OF_RANGE" -> "\n  'netdam stat ADDRESS' tells the length of the memory";
      default -> "";
    };
  }

  private static boolean explained(Exception e) {
    return e instanceof NetDamException
        || e instanceof CommandException
        || e instanceof IllegalArgumentException
        || e instanceof IndexOutOfBoundsException;
  }

  static int exitCode(Exception e) {
    return switch (e) {
      case CommandException failed -> failed.exitCode();
      case NetDamException.Refused refused -> ExitCode.FAILED;
      case NetDamException.UnknownOutcome unknown -> ExitCode.UNKNOWN;
      case NetDamException.Unreachable unreachable -> ExitCode.UNKNOWN;
      case NetDamException cutOff ->
          cutOff.effect() == Effect.NONE ? ExitCode.FAILED : ExitCode.UNKNOWN;
      case IllegalArgumentException wrong -> ExitCode.USAGE;
      case IndexOutOfBoundsException wrong -> ExitCode.USAGE;
      default -> ExitCode.FAILED;
    };
  }

  /** What {@code --version} prints. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version =
          Optional.ofNullable(Main.class.getModule().getDescriptor())
              .flatMap(ModuleDescriptor::rawVersion)
              .orElse("(not packaged)");
      return new String[] {
        "netdam " + version + ", protocol " + Form.VERSION + ", Java " + Runtime.version()
      };
    }
  }
}
