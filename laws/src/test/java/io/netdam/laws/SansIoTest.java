package io.netdam.laws;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Goal: below floor 3 time, randomness and packets are arguments. No room there names a clock, a
 * thread, a lock that blocks, a socket or a source of randomness that nobody seeded.
 *
 * <p>The exemptions, none of them about time or threads: {@code memory} and {@code os} may name
 * {@code FileChannel} and {@code FileLock}, because regions lie in files; {@code os} may name
 * {@code java.net} and {@code java.nio.channels}, because it asks the kernel about sockets that
 * others own, and may enter a monitor, because a foreign function is linked once for all threads.
 */
final class SansIoTest {
  private static final Set<String> FILE_CHANNELS =
      Set.of(
          "java.nio.channels.FileChannel",
          "java.nio.channels.FileChannel$MapMode",
          "java.nio.channels.FileLock",
          "java.nio.channels.OverlappingFileLockException");

  /** Addresses are values; whatever asks a name service is not. */
  private static final Set<String> ADDRESSES =
      Set.of(
          "java.net.InetAddress",
          "java.net.Inet4Address",
          "java.net.Inet6Address",
          "java.net.InetSocketAddress",
          "java.net.SocketAddress",
          "java.net.UnknownHostException");

  private static final Set<String> NAME_SERVICE =
      Set.of(
          "getByName",
          "getAllByName",
          "getLocalHost",
          "getHostName",
          "getCanonicalHostName",
          "isReachable");

  private static final Set<String> RANDOM_TYPES =
      Set.of("java.security.SecureRandom", "java.util.concurrent.ThreadLocalRandom");

  private static final Set<String> MONITOR_CALLS = Set.of("wait", "notify", "notifyAll");

  @Test
  void roomsBelowFloor3AreSansIo() {
    List<String> below = ArchitectureTable.roomsBelowFloor3();
    assertThat(below).contains("wire", "engine");
    List<String> findings = new ArrayList<>();
    for (House.Room room : House.here().rooms()) {
      if (below.contains(room.name())) {
        assertThat(room.classes()).as("compiled classes of %s", room.name()).isNotEmpty();
        room.classes().forEach(type -> findings.addAll(findings(room.name(), type)));
      }
    }
    assertThat(findings).isEmpty();
  }

  @Test
  void everyPlantedBreachIsFound() {
    List<String> breaches =
        List.of(
            "return System.nanoTime();",
            "return System.currentTimeMillis();",
            "return java.time.Instant.now();",
            "java.util.function.LongSupplier clock = System::nanoTime; return clock;",
            "return java.time.Clock.systemUTC();",
            "return new java.util.Date();",
            "Thread.sleep(1); return 1;",
            "return new Thread(() -> {});",
            "return Thread.ofVirtual();",
            "java.util.concurrent.locks.LockSupport.park(); return 1;",
            "return new java.util.concurrent.locks.ReentrantLock();",
            "return java.util.concurrent.Executors.newCachedThreadPool();",
            "return new java.util.concurrent.CountDownLatch(1);",
            "java.util.concurrent.TimeUnit.SECONDS.sleep(1); return 1;",
            "synchronized (this) { return 1; }",
            "wait(); return 1;",
            "return new java.net.DatagramSocket();",
            "return java.nio.channels.DatagramChannel.open();",
            "return java.nio.channels.FileChannel.open(java.nio.file.Path.of(\"x\"));",
            "return java.net.InetAddress.getByName(\"host\");",
            "return new java.net.InetSocketAddress(\"host\", 1);",
            "return new java.util.Random();",
            "return new java.util.SplittableRandom();",
            "return Math.random();",
            "return java.util.UUID.randomUUID();",
            "return java.util.concurrent.ThreadLocalRandom.current();",
            "return new java.security.SecureRandom();",
            "java.util.Collections.shuffle(new java.util.ArrayList<>()); return 1;");
    assertThat(passing(breaches)).as("breaches that pass").isEmpty();
  }

  @Test
  void aSynchronizedMethodIsFound() {
    assertThat(
            findings(
                "wire",
                PlantedClass.compile(List.of("class %s { synchronized void run() {} }"))
                    .getFirst()))
        .isNotEmpty();
  }

  @Test
  void whatNeedsNoWorldIsAllowed() {
    List<String> allowed =
        List.of(
            "return new java.util.Random(7);",
            "return new java.util.SplittableRandom(7);",
            "return java.time.Duration.ofSeconds(1);",
            "return java.util.concurrent.TimeUnit.SECONDS.toNanos(1);",
            "return new java.util.concurrent.atomic.AtomicLong();",
            "return java.net.InetAddress.getByAddress(new byte[4]);",
            "return new java.net.InetSocketAddress(java.net.InetAddress.getByAddress(new byte[4]), 1);",
            "Thread.onSpinWait(); return 1;");
    assertThat(passing(allowed)).isEqualTo(allowed);
  }

  @Test
  void exemptionsHoldInTheirRoomsOnly() {
    CompiledClass file =
        PlantedClass.withBody(
            "return java.nio.channels.FileChannel.open(java.nio.file.Path.of(\"x\"));");
    assertThat(findings("memory", file)).isEmpty();
    assertThat(findings("os", file)).isEmpty();
    CompiledClass socket = PlantedClass.withBody("return new java.net.DatagramSocket();");
    assertThat(findings("os", socket)).isEmpty();
    assertThat(findings("memory", socket)).isNotEmpty();
    CompiledClass clock = PlantedClass.withBody("return System.nanoTime();");
    assertThat(findings("os", clock)).isNotEmpty();
    CompiledClass thread = PlantedClass.withBody("Thread.yield(); return 1;");
    assertThat(findings("os", thread)).isNotEmpty();
  }

  /** The bodies in which nothing is found when they stand in {@code wire}. */
  private static List<String> passing(List<String> bodies) {
    List<CompiledClass> planted = PlantedClass.withBodies(bodies);
    return IntStream.range(0, bodies.size())
        .filter(index -> findings("wire", planted.get(index)).isEmpty())
        .mapToObj(bodies::get)
        .toList();
  }

  private static List<String> findings(String room, CompiledClass type) {
    List<String> findings = new ArrayList<>();
    if (type.locks() && !room.equals("os")) {
      findings.add(type.name() + " enters a monitor");
    }
    for (CompiledClass.Member member : type.members()) {
      if (isClock(member)
          || isThread(member)
          || isRandomness(member)
          || (!room.equals("os") && asksNameService(member))) {
        findings.add(type.name() + " uses " + member + "; below floor 3 it is an argument");
      }
    }
    for (String name : type.classes()) {
      if (isSocket(room, name) || RANDOM_TYPES.contains(name)) {
        findings.add(type.name() + " names " + name + "; it belongs to floor 3 and above");
      }
    }
    return findings;
  }

  private static boolean isClock(CompiledClass.Member member) {
    return switch (member.owner()) {
      case "java.lang.System" ->
          member.name().equals("nanoTime") || member.name().equals("currentTimeMillis");
      case "java.util.Date" -> member.name().equals("<init>") && member.descriptor().equals("()V");
      case "java.util.Calendar", "java.time.Clock" -> true;
      default -> member.owner().startsWith("java.time.") && member.name().equals("now");
    };
  }

  private static boolean isThread(CompiledClass.Member member) {
    String owner = member.owner();
    return switch (owner) {
      case "java.lang.Thread" -> !member.name().equals("onSpinWait");
      case "java.lang.Object" -> MONITOR_CALLS.contains(member.name());
      case "java.util.concurrent.TimeUnit" ->
          member.name().equals("sleep") || member.name().startsWith("timed");
      case "java.lang.ThreadLocal",
          "java.lang.ProcessBuilder",
          "java.util.Timer",
          "java.util.TimerTask" ->
          true;
      default ->
          owner.startsWith("java.util.concurrent.")
              && !owner.startsWith("java.util.concurrent.atomic.")
              && !owner.equals("java.util.concurrent.ConcurrentHashMap")
              && !owner.equals("java.util.concurrent.ConcurrentMap");
    };
  }

  private static boolean isRandomness(CompiledClass.Member member) {
    boolean unseeded = member.name().equals("<init>") && member.descriptor().equals("()V");
    return switch (member.owner()) {
      case "java.util.Random", "java.util.SplittableRandom" -> unseeded;
      case "java.lang.Math", "java.lang.StrictMath" -> member.name().equals("random");
      case "java.util.UUID" -> member.name().equals("randomUUID");
      case "java.util.Collections" ->
          member.name().equals("shuffle") && member.descriptor().equals("(Ljava/util/List;)V");
      case "java.util.random.RandomGenerator" ->
          member.name().equals("getDefault") || member.name().equals("of");
      default -> false;
    };
  }

  private static boolean asksNameService(CompiledClass.Member member) {
    return switch (member.owner()) {
      case "java.net.InetAddress", "java.net.Inet4Address", "java.net.Inet6Address" ->
          NAME_SERVICE.contains(member.name());
      case "java.net.InetSocketAddress" ->
          NAME_SERVICE.contains(member.name())
              || member.descriptor().startsWith("(Ljava/lang/String;");
      default -> false;
    };
  }

  private static boolean isSocket(String room, String name) {
    if (room.equals("os")) {
      return false;
    }
    if (name.startsWith("java.nio.channels.")) {
      return !(room.equals("memory") && FILE_CHANNELS.contains(name));
    }
    return name.startsWith("java.net.") && !ADDRESSES.contains(name);
  }
}
