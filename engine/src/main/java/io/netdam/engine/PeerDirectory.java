package io.netdam.engine;

import io.netdam.transport.Path;
import org.jspecify.annotations.Nullable;

/** Finds the peer of a path: an open-addressed table, rebuilt when paths change. */
final class PeerDirectory {
  static final int NONE = -1;

  private final @Nullable Path[] paths;
  private final int[] peers;
  private final int mask;

  PeerDirectory(int pathsMax) {
    int capacity = Integer.highestOneBit(Math.max(1, 2 * pathsMax - 1)) << 1;
    paths = new @Nullable Path[capacity];
    peers = new int[capacity];
    mask = capacity - 1;
  }

  /** The index of the peer that has the path, or {@link #NONE}. */
  int find(Path path) {
    for (int at = path.hashCode() & mask; ; at = at + 1 & mask) {
      Path found = paths[at];
      if (found == null) {
        return NONE;
      }
      if (found.equals(path)) {
        return peers[at];
      }
    }
  }

  /** Adds a path that is not there. */
  void add(Path path, int peer) {
    int at = path.hashCode() & mask;
    while (paths[at] != null) {
      at = at + 1 & mask;
    }
    paths[at] = path;
    peers[at] = peer;
  }

  /** Removes all paths of a peer. */
  void removeAll(int peer) {
    @Nullable Path[] old = paths.clone();
    int[] oldPeers = peers.clone();
    java.util.Arrays.fill(paths, null);
    for (int i = 0; i < old.length; i++) {
      Path path = old[i];
      if (path != null && oldPeers[i] != peer) {
        add(path, oldPeers[i]);
      }
    }
  }
}
