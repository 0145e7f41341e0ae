package io.netdam.client;

import io.netdam.engine.ClientSettings;
import io.netdam.link.IdleStrategy;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Turns options into what engines and loops take. */
final class Engines {

  private static final int SEED_BYTES = 32;

  private Engines() {}

  static ClientSettings settings(NetDamOptions options, int operations) {
    return ClientSettings.builder()
        .peersMax(Peers.PEERS_MAX)
        .pathsMax(options.paths())
        .operationsMax(operations)
        .requestsMax(0)
        .windowWanted(options.window())
        .frameBytes(options.frameBytes())
        .build();
  }

  static IdleStrategy idle(NetDamOptions options) {
    return switch (options.idle()) {
      case SPIN -> IdleStrategy.spinning();
      case ADAPTIVE -> IdleStrategy.adaptive();
      case BLOCK -> IdleStrategy.blocking();
    };
  }

  /** Numbers that nobody outside can guess and that allocate nothing. */
  static RandomGenerator random() {
    byte[] seed = new byte[SEED_BYTES];
    new SecureRandom().nextBytes(seed);
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  /** A number that nobody outside can guess. */
  static long unpredictable() {
    byte[] bytes = new byte[Long.BYTES];
    new SecureRandom().nextBytes(bytes);
    return ByteBuffer.wrap(bytes).getLong();
  }
}
