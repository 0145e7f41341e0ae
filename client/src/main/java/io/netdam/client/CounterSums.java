package io.netdam.client;

import io.netdam.engine.ClientCounter;
import io.netdam.engine.ClientCounters;
import io.netdam.wire.DropReason;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.util.SortedMap;
import java.util.TreeMap;

/** Sums of the counters of several engines, by name. Not thread-safe. */
final class CounterSums {

  private final SortedMap<String, Long> values = new TreeMap<>();

  void add(ClientCounters counters) {
    for (ClientCounter counter : ClientCounter.values()) {
      add(counter.name(), counters.count(counter));
    }
    for (DropReason reason : DropReason.values()) {
      add("DROPPED_" + reason, counters.dropped(reason));
    }
    for (Status status : Status.values()) {
      add("REFUSED_" + status, counters.refused(status));
    }
    for (int opcode = Opcode.READ; opcode <= Opcode.VECTOR_LAST; opcode++) {
      String name = Opcode.name(opcode);
      if (!name.startsWith("OPCODE_")) {
        add("SUBMITTED_" + name, counters.operations(opcode));
      }
    }
  }

  void add(CounterSums others) {
    others.values.forEach(this::add);
  }

  private void add(String name, long value) {
    values.merge(name, value, Long::sum);
  }

  SortedMap<String, Long> byName() {
    return values;
  }
}
