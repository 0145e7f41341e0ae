package io.netdam.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the threads of this process have allocated on the heap. */
final class AllocatedBytes {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private AllocatedBytes() {}

  /** Of the calling thread. */
  static long mine() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  /** Of all threads whose name starts so. */
  static long of(String prefix) {
    long sum = 0;
    for (long id : THREADS.getAllThreadIds()) {
      var info = THREADS.getThreadInfo(id);
      if (info != null && info.getThreadName().startsWith(prefix)) {
        sum += THREADS.getThreadAllocatedBytes(id);
      }
    }
    return sum;
  }
}
