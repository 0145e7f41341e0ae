package io.netdam.cli.demo;

import java.io.IOException;
import java.util.SortedMap;

/** What a child process is there for. */
interface Role {

  /**
   * Carries out one command. Called by one thread.
   *
   * @param progress told on the way how much is done
   * @return the fields of the answer
   * @throws DemoException if it went wrong
   */
  Message carryOut(Message command, Progress progress) throws IOException, InterruptedException;

  /** What was counted since this role began its round; from any thread, at any time. */
  SortedMap<String, Long> counters();

  /** The process is to end. */
  void end();

  /** Takes how much is done; cheap enough to be told often. */
  interface Progress {
    void done(long count);
  }
}
