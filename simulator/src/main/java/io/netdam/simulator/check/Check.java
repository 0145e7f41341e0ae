package io.netdam.simulator.check;

import io.netdam.simulator.history.Chronicle;

/** A promise that every run has to keep. */
public interface Check {
  /** A few words that name the promise. */
  String name();

  /**
   * Looks for breaches.
   *
   * @param chronicle a run that is over
   * @param findings takes them
   */
  void examine(Chronicle chronicle, Findings findings);
}
