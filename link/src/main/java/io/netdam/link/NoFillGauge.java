package io.netdam.link;

/** Where nothing better exists: the link then estimates from its bursts alone. */
enum NoFillGauge implements FillGauge {
  INSTANCE;

  @Override
  public long fillBytes(int source) {
    return UNKNOWN;
  }

  @Override
  public long overflows(int source) {
    return UNKNOWN;
  }

  @Override
  public void close() {}
}
