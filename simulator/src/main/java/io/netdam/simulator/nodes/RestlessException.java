package io.netdam.simulator.nodes;

/** A node asked too often to be run again at once: virtual time would stand still for ever. */
public final class RestlessException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int host;
  private final int runs;

  RestlessException(int host, int runs) {
    super("host " + host + " does not come to rest");
    this.host = host;
    this.runs = runs;
  }

  /** Which node. */
  public int host() {
    return host;
  }

  /** How often it was run at the same time. */
  public int runs() {
    return runs;
  }
}
