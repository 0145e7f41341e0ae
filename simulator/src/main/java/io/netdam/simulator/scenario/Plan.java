package io.netdam.simulator.scenario;

import io.netdam.simulator.network.Weather;
import io.netdam.simulator.nodes.ClientPlan;
import io.netdam.simulator.nodes.DevicePlan;
import io.netdam.simulator.scenario.Trouble.Kind;
import io.netdam.simulator.workload.WorkPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A whole scenario, drawn from a seed and from nothing else.
 *
 * @param seed the seed
 * @param profile what it has more of
 * @param devices its devices
 * @param clients its clients
 * @param work what their callers do, one each
 * @param weather the usual weather
 * @param storm the weather in a storm
 * @param troubles what goes wrong, by time
 * @param hostileNs how long it is hostile
 * @param replays how often a rogue sends again what it has seen
 */
public record Plan(
    long seed,
    Profile profile,
    List<DevicePlan> devices,
    List<ClientPlan> clients,
    List<WorkPlan> work,
    Weather weather,
    Weather storm,
    List<Trouble> troubles,
    long hostileNs,
    int replays) {

  private static final long MS = 1_000_000;

  /** Draws the scenario of a seed. */
  public static Plan of(long seed) {
    return new Drawing(seed).plan();
  }

  /** The longest lease. */
  public long leaseNs() {
    return devices.stream().mapToLong(DevicePlan::leaseNs).max().orElse(0);
  }

  /** How long after the last packet no device can remember anything. */
  public long forgottenNs() {
    return devices.stream().mapToLong(DevicePlan::forgottenNs).max().orElse(0);
  }

  /** Whether there may be no room for a session of each client. */
  public boolean crowded() {
    return devices.stream().anyMatch(device -> device.sessionsMax() < clients.size());
  }

  /** The longest time that a host stands still. */
  public long stopNs() {
    return troubles.stream()
        .filter(trouble -> trouble.kind() == Kind.STOP)
        .mapToLong(Trouble::lastsNs)
        .sum();
  }

  private static final class Drawing {
    private final long seed;
    private final SplittableRandom random;
    private final Profile profile;
    private final long leaseNs;
    private final int deviceCount;
    private final int clientCount;
    private final long hostileNs;

    private Drawing(long seed) {
      this.seed = seed;
      random = new SplittableRandom(seed);
      profile = Profile.values()[random.nextInt(Profile.values().length)];
      leaseNs = between(20, 100) * MS;
      deviceCount = random.nextInt(3) == 0 ? between(2, 3) : 1;
      clientCount = between(2, profile == Profile.CROWD ? 6 : 4);
      hostileNs = leaseNs * between(8, 14);
    }

    private Plan plan() {
      List<DevicePlan> devices = new ArrayList<>();
      for (int i = 0; i < deviceCount; i++) {
        devices.add(device());
      }
      List<ClientPlan> clients = new ArrayList<>();
      List<WorkPlan> work = new ArrayList<>();
      for (int i = 0; i < clientCount; i++) {
        ClientPlan client = client(i);
        clients.add(client);
        work.add(work(client));
      }
      Weather usual = weather(1);
      List<Trouble> troubles = troubles();
      int replays = chance(0.7) ? between(5, 60) : 0;
      return new Plan(
          seed, profile, devices, clients, work, usual, weather(3), troubles, hostileNs, replays);
    }

    private DevicePlan device() {
      boolean crowd = profile == Profile.CROWD;
      long ticketNs =
          chance(0.2) ? leaseNs + random.nextLong(leaseNs) : leaseNs / 3 + random.nextLong(leaseNs);
      int results = profile == Profile.NARROWNESS ? 512 : chance(0.2) ? 1_024 : 1 << 16;
      return new DevicePlan(
          profile == Profile.SHARDS || chance(0.2) ? 2 : 1,
          crowd ? between(1, clientCount) : clientCount + between(3, 12),
          64,
          chance(0.3) ? 256 : 64,
          results,
          leaseNs,
          ticketNs,
          chance(0.2) ? 512 : 1_472,
          chance(0.5),
          profile == Profile.SHARDS ? 0.4 : 0.1);
    }

    private ClientPlan client(int index) {
      boolean bursts = profile == Profile.BURSTS || chance(0.1);
      long retryNs = between(2, 15) * MS;
      return new ClientPlan(
          chance(0.3) ? between(2, 4) : 1,
          bursts ? 160 : between(4, 40),
          bursts ? between(64, 256) : between(1, 64),
          chance(0.2) ? 512 : 1_472,
          retryNs,
          retryNs * between(1, 6),
          !(bursts && index == 0 && chance(0.5)));
    }

    private WorkPlan work(ClientPlan client) {
      boolean bursts = client.operationsMax() > 100;
      boolean silences = profile == Profile.SILENCES;
      return new WorkPlan(
          between(2, 6),
          bursts ? between(40, 120) : between(1, 8),
          leaseNs / (bursts ? 2 : between(3, 10)),
          silences ? 0.25 : 0.03,
          3 * leaseNs,
          leaseNs / 10,
          leaseNs * between(1, 3),
          chance(0.5) ? 0.1 : 0,
          chance(0.5) ? 0.1 : 0.02,
          chance(0.7) ? 0.2 : 0,
          chance(0.7) ? 0.3 : 0.05);
    }

    private Weather weather(int times) {
      long latencyNs = between(30, 1_500) * 1_000L;
      return new Weather(
          latencyNs,
          random.nextLong(2 * latencyNs),
          sometimes(0.15) * times,
          sometimes(0.15),
          sometimes(0.2),
          8 * latencyNs,
          0.002 + sometimes(0.03),
          between(2, 4) * leaseNs,
          sometimes(0.02));
    }

    private double sometimes(double most) {
      return chance(0.1) ? 0.002 : most * random.nextDouble();
    }

    private List<Trouble> troubles() {
      List<Trouble> troubles = new ArrayList<>();
      boolean restarts = profile == Profile.RESTARTS;
      add(troubles, Kind.CRASH, restarts ? 4 : 1, 0.6, deviceCount, leaseNs / 2);
      add(troubles, Kind.PLANNED_RESTART, restarts ? 4 : 2, 0.6, deviceCount, leaseNs / 4);
      boolean wander = profile == Profile.WANDERERS;
      add(troubles, Kind.KILL, wander ? 6 : 2, 0.5, clientCount, leaseNs);
      add(troubles, Kind.MOVE, wander ? 12 : 3, 0.5, clientCount, 0);
      add(troubles, Kind.CHANGE_PATHS, 2, 0.3, clientCount, 0);
      add(troubles, Kind.LEAVE, 1, 0.3, clientCount, 0);
      add(troubles, Kind.STOP, 3, 0.4, deviceCount + clientCount, leaseNs);
      add(troubles, Kind.CUT, 4, 0.5, deviceCount + clientCount, 2 * leaseNs);
      add(troubles, Kind.NARROW, 3, 0.4, deviceCount + clientCount, leaseNs);
      add(troubles, Kind.STORM, 3, 0.5, 1, leaseNs);
      troubles.sort(Comparator.comparingLong(Trouble::atNs));
      return troubles;
    }

    private void add(
        List<Trouble> to, Kind kind, int most, double each, int targets, long longestNs) {
      for (int i = 0; i < most; i++) {
        if (chance(each) || i == 0 && kind == Kind.PLANNED_RESTART && to.isEmpty()) {
          long atNs = random.nextLong(hostileNs / 20, hostileNs - longestNs);
          long lastsNs = longestNs == 0 ? 0 : 1 + random.nextLong(longestNs);
          to.add(new Trouble(atNs, kind, random.nextInt(targets), lastsNs, option(kind)));
        }
      }
    }

    private int option(Kind kind) {
      return switch (kind) {
        case CRASH -> chance(0.3) ? 1 : 0;
        case PLANNED_RESTART -> {
          boolean drains = chance(profile == Profile.NARROWNESS ? 0.9 : 0.4);
          yield drains ? between(1, (int) (leaseNs / MS)) : 0;
        }
        case KILL -> chance(0.4) ? 1 : 0;
        case CUT -> chance(0.5) ? -1 : random.nextInt(deviceCount + clientCount);
        case NARROW -> between(0, 3);
        default -> random.nextInt(4);
      };
    }

    private boolean chance(double of) {
      return random.nextDouble() < of;
    }

    private int between(int least, int most) {
      return random.nextInt(least, most + 1);
    }
  }
}
