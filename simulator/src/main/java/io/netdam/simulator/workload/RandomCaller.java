package io.netdam.simulator.workload;

import io.netdam.simulator.history.Call;
import io.netdam.simulator.history.Call.Phase;
import io.netdam.simulator.history.Chronicle;
import io.netdam.simulator.history.Step;
import io.netdam.simulator.nodes.ClientNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;

/**
 * A caller that asks anything in bursts while the world is hostile; afterwards one thing at a time.
 */
public final class RandomCaller implements ClientNode.Caller {
  private static final int SEVERAL_MAX = 4;
  private static final long LOOK_NS = 1_000_000;

  private final WorkPlan plan;
  private final Chronicle chronicle;
  private final SplittableRandom random;
  private final StepMaker maker;
  private final ToLongFunction<Integer> latestNumber;
  private final Deque<Call> open = new ArrayDeque<>();
  private Phase phase = Phase.HOSTILE;
  private long nextNs;
  private int left;
  private long patienceNs;
  private Call last;

  /**
   * A caller.
   *
   * @param latestNumber the latest operation number that went to a device
   */
  public RandomCaller(
      WorkPlan plan,
      Chronicle chronicle,
      SplittableRandom random,
      ToLongFunction<Integer> latestNumber) {
    this.plan = plan;
    this.chronicle = chronicle;
    this.random = random;
    this.latestNumber = latestNumber;
    this.maker = new StepMaker(plan, chronicle, random);
    this.last = new Call(0, 0, 0, 0, 0, 0, Phase.HOSTILE, true);
    this.last.endedNs = 0;
  }

  /**
   * Behaves from now on as if nothing could go wrong, one call after the other.
   *
   * @param now MENDED or CALM
   * @param calls how many to each device
   * @param patience how long each call may take
   */
  public void quieten(Phase now, int calls, long patience) {
    phase = now;
    left = calls;
    patienceNs = patience;
    nextNs = 0;
  }

  /** Makes no calls from now on. */
  public void fallSilent() {
    left = 0;
    nextNs = Call.NEVER;
    phase = Phase.CALM;
  }

  /** Whether it has made all its calls. */
  public boolean finished() {
    return left == 0 && (last.endedNs != Call.NEVER || last.orphaned);
  }

  @Override
  public long act(long nowNs, ClientNode client) {
    if (phase != Phase.HOSTILE) {
      return actQuietly(nowNs, client);
    }
    cancelSome(client);
    if (nowNs < nextNs) {
      return nextNs;
    }
    for (int calls = 1 + random.nextInt(plan.burstMax()); calls > 0; calls--) {
      Call call = newCall(nowNs, client);
      fill(call, client);
      if (call.steps.isEmpty() || !client.make(nowNs, call)) {
        break;
      }
      if (random.nextDouble() < plan.cancels()) {
        open.add(call);
      }
    }
    boolean idles = random.nextDouble() < plan.idle();
    nextNs =
        nowNs
            + (idles
                ? random.nextLong(plan.idleNs() + 1)
                : (long) (-Math.log(1 - random.nextDouble()) * plan.pauseNs()));
    return nextNs;
  }

  private Call newCall(long nowNs, ClientNode client) {
    long wait =
        phase == Phase.HOSTILE
            ? random.nextLong(plan.deadlineMinNs(), plan.deadlineMaxNs() + 1)
            : patienceNs;
    return new Call(
        chronicle.calls().size(),
        client.number(),
        client.life(),
        random.nextInt(client.devices()),
        nowNs,
        nowNs + wait,
        phase,
        client.plan().polite());
  }

  private void fill(Call call, ClientNode client) {
    int dataBytes = client.dataBytes(call.device);
    double kind = random.nextDouble();
    if (kind < 0.03) {
      call.add(maker.refused());
    } else if (kind < 0.08) {
      long latest = latestNumber.applyAsLong(call.device);
      call.add(maker.outcome(Math.max(0, latest - random.nextInt(20))));
    } else if (kind < 0.08 + plan.several()) {
      fillSeveral(call, dataBytes);
    } else {
      addNew(call, dataBytes);
    }
  }

  private void fillSeveral(Call call, int dataBytes) {
    int flavour = random.nextInt(4);
    call.continues = flavour == 1;
    call.all = flavour == 2;
    for (int steps = 2 + random.nextInt(SEVERAL_MAX - 1); steps > 0; steps--) {
      if (random.nextInt(12) == 0) {
        call.add(maker.refused());
      } else {
        addNew(call, Math.min(64, dataBytes / (2 * SEVERAL_MAX)));
      }
    }
  }

  /** A step that touches nothing that the call's other steps touch. */
  private void addNew(Call call, int dataBytes) {
    Step step = maker.any(dataBytes);
    for (Step other : call.steps) {
      if (step.touches(other.address, Math.max(other.length, other.width))) {
        return;
      }
    }
    if (step.changing() && chronicle.knows(step)) {
      return;
    }
    call.add(step);
  }

  private void cancelSome(ClientNode client) {
    while (!open.isEmpty() && random.nextInt(3) == 0) {
      Call call = open.removeFirst();
      if (call.life == client.life() && call.endedNs == Call.NEVER) {
        client.cancel(call);
      }
    }
  }

  private long actQuietly(long nowNs, ClientNode client) {
    if (left == 0) {
      return Call.NEVER;
    }
    if (last.endedNs == Call.NEVER && !last.orphaned) {
      return nowNs + LOOK_NS;
    }
    Call call = newCall(nowNs, client);
    if (random.nextInt(3) == 0) {
      call.add(maker.read(8L * random.nextInt(plan.cells()), 8));
    } else {
      call.add(maker.onCell());
    }
    // While calls of the hostile time are open there may be no room.
    if (client.make(nowNs, call)) {
      left--;
      last = call;
    }
    return nowNs + LOOK_NS;
  }
}
