package io.netdam.transport;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The paths to one device. Packets are sprayed: each takes the path on which an answer is expected
 * first, by round trip, load and loss; equal paths take turns. Any order at the device is fine,
 * because every packet places itself.
 */
public final class PathSet {
  /** No path. */
  public static final int NONE = -1;

  private final @Nullable PathState[] states;
  private int count;
  private int turn;

  /** Without paths. */
  public PathSet(int pathsMax) {
    states = new PathState[pathsMax];
  }

  /** How many there are. */
  public int count() {
    return count;
  }

  /** One of them, 0 to count − 1. */
  public PathState state(int index) {
    PathState state = states[index];
    if (state == null) {
      throw new IndexOutOfBoundsException(index);
    }
    return state;
  }

  /** Replaces all. */
  public void replace(PathState[] newStates) {
    Arrays.fill(states, null);
    System.arraycopy(newStates, 0, states, 0, newStates.length);
    count = newStates.length;
    turn = 0;
  }

  /** The index of a path, or {@link #NONE}. */
  public int indexOf(Path path) {
    for (int i = 0; i < count; i++) {
      Path own = state(i).path();
      if (own.equals(path)) {
        return i;
      }
    }
    return NONE;
  }

  /**
   * The path for a packet.
   *
   * @param nowNs the time
   * @param bytes its charge
   * @param allowed bit i: path i may be taken
   * @return its index, or {@link #NONE}: none has room, or all that may be taken are left
   */
  public int choose(long nowNs, int bytes, int allowed) {
    if (count == 1) {
      return (allowed & 1) != 0 && state(0).room(nowNs, bytes) ? 0 : NONE;
    }
    int best = NONE;
    double bestCost = Double.POSITIVE_INFINITY;
    boolean others = otherLives(allowed);
    turn = turn + 1 == count ? 0 : turn + 1;
    for (int i = 0, index = turn; i < count; i++, index = index + 1 == count ? 0 : index + 1) {
      if ((allowed >>> index & 1) == 0) {
        continue;
      }
      PathState state = state(index);
      if (state.left() && others) {
        if (state.tryNow(nowNs)) {
          return index;
        }
        continue;
      }
      double cost = state.costNs(bytes);
      if (cost < bestCost && state.room(nowNs, bytes)) {
        best = index;
        bestCost = cost;
      }
    }
    return best;
  }

  /** Whether a path of those allowed has not been left. */
  public boolean otherLives(int allowed) {
    for (int i = 0; i < count; i++) {
      if ((allowed >>> i & 1) != 0 && !state(i).left()) {
        return true;
      }
    }
    return false;
  }

  /** When the first path that only waits for its pace may send; {@link LossDetector#NEVER}. */
  public long paceNs(long nowNs, int bytes, int allowed) {
    long next = LossDetector.NEVER;
    for (int i = 0; i < count; i++) {
      if ((allowed >>> i & 1) != 0 && state(i).paced(nowNs, bytes)) {
        next = Math.min(next, state(i).paceNs(nowNs));
      }
    }
    return next;
  }
}
