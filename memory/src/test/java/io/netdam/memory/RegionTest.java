package io.netdam.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Goal: a region knows which ranges are its own for any 64 bits, and each operation does to memory
 * what a model in big integers says.
 */
class RegionTest {
  private static final long BASE = 1 << 20;

  private static Region region(long bytes) {
    return Region.of(Arena.ofAuto().allocate(bytes, 64), BASE);
  }

  private static BigInteger unsigned(long value) {
    return new BigInteger(Long.toUnsignedString(value));
  }

  @Test
  void containsAgreesWithUnboundedArithmetic() {
    Region region = region(4096);
    long[] corners = {
      0,
      1,
      7,
      63,
      64,
      4095,
      4096,
      4097,
      BASE - 1,
      BASE,
      BASE + 1,
      BASE + 4095,
      BASE + 4096,
      Long.MAX_VALUE,
      Long.MAX_VALUE - BASE,
      Long.MIN_VALUE,
      Long.MIN_VALUE + BASE,
      -1,
      -64,
      -4096
    };
    Random random = new Random(1);
    int inside = 0;
    for (int round = 0; round < 50_000; round++) {
      long address = corners[random.nextInt(corners.length)] + random.nextInt(3) - 1;
      long length = corners[random.nextInt(corners.length)] + random.nextInt(3) - 1;
      BigInteger end = unsigned(address).add(unsigned(length));
      boolean expected =
          unsigned(address).compareTo(BigInteger.valueOf(BASE)) >= 0
              && end.compareTo(BigInteger.valueOf(BASE + 4096)) <= 0;
      assertThat(region.contains(address, length))
          .as("%d + %d", address, length)
          .isEqualTo(expected);
      inside += expected ? 1 : 0;
    }
    assertThat(inside).isGreaterThan(1000);
  }

  @Test
  void namesTheFirstAddressOutside() {
    Region region = region(4096);
    assertThat(region.firstOutside(BASE - 1)).isEqualTo(BASE - 1);
    assertThat(region.firstOutside(BASE + 4090)).isEqualTo(BASE + 4096);
    assertThat(region.firstOutside(BASE)).isEqualTo(BASE + 4096);
    assertThat(region.firstOutside(BASE + 4096)).isEqualTo(BASE + 4096);
    assertThat(region.firstOutside(-1)).isEqualTo(-1);
    assertThat(region.firstOutside(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
  }

  private interface Operation {
    long apply(Region region, long address, long operand);
  }

  private record Case(String name, Operation wide, Operation narrow, LongBinaryOperator model) {}

  private static final List<Case> CASES =
      List.of(
          new Case("add", Region::getAndAdd, (r, a, v) -> r.getAndAddInt(a, (int) v), Long::sum),
          new Case("set", Region::getAndSet, (r, a, v) -> r.getAndSetInt(a, (int) v), (o, v) -> v),
          new Case(
              "and",
              Region::getAndBitwiseAnd,
              (r, a, v) -> r.getAndBitwiseAndInt(a, (int) v),
              (o, v) -> o & v),
          new Case(
              "or",
              Region::getAndBitwiseOr,
              (r, a, v) -> r.getAndBitwiseOrInt(a, (int) v),
              (o, v) -> o | v),
          new Case(
              "xor",
              Region::getAndBitwiseXor,
              (r, a, v) -> r.getAndBitwiseXorInt(a, (int) v),
              (o, v) -> o ^ v));

  @Test
  void readModifyWritesFollowTheModel() {
    Region region = region(64);
    Random random = new Random(2);
    for (Case one : CASES) {
      long cell = 0;
      int half = 0;
      for (int round = 0; round < 1000; round++) {
        long operand = random.nextLong();
        assertThat(one.wide.apply(region, BASE + 8, operand)).as(one.name).isEqualTo(cell);
        cell = one.model.applyAsLong(cell, operand);
        assertThat(region.getLong(BASE + 8)).as(one.name).isEqualTo(cell);
        assertThat(one.narrow.apply(region, BASE + 20, operand)).as(one.name).isEqualTo(half);
        half = (int) one.model.applyAsLong(half, operand);
        assertThat(region.getInt(BASE + 20)).as(one.name).isEqualTo(half);
      }
      region.setLong(BASE + 8, 0);
      region.setInt(BASE + 20, 0);
    }
    assertThat(region.getLong(BASE)).isZero();
    assertThat(region.getInt(BASE + 16)).as("the half word beside").isZero();
    assertThat(region.getInt(BASE + 24)).as("the half word beside").isZero();
  }

  @Test
  void minimaAndMaximaFollowBigIntegers() {
    Region region = region(64);
    Random random = new Random(3);
    long[] corners = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, 1L << 31};
    for (int round = 0; round < 2000; round++) {
      long old = random.nextBoolean() ? random.nextLong() : corners[random.nextInt(7)];
      long value = random.nextBoolean() ? random.nextLong() : corners[random.nextInt(7)];
      BigInteger signedMinimum = BigInteger.valueOf(old).min(BigInteger.valueOf(value));
      BigInteger signedMaximum = BigInteger.valueOf(old).max(BigInteger.valueOf(value));
      BigInteger minimum = unsigned(old).min(unsigned(value));
      BigInteger maximum = unsigned(old).max(unsigned(value));
      checkLong(region, old, value, Region::getAndMinimum, signedMinimum.longValue());
      checkLong(region, old, value, Region::getAndMaximum, signedMaximum.longValue());
      checkLong(region, old, value, Region::getAndMinimumUnsigned, minimum.longValue());
      checkLong(region, old, value, Region::getAndMaximumUnsigned, maximum.longValue());
      int a = (int) old;
      int b = (int) value;
      long wideA = a & 0xFFFF_FFFFL;
      long wideB = b & 0xFFFF_FFFFL;
      checkInt(region, a, b, (r, at, v) -> r.getAndMinimumInt(at, (int) v), a < b ? a : b);
      checkInt(region, a, b, (r, at, v) -> r.getAndMaximumInt(at, (int) v), a > b ? a : b);
      checkInt(
          region,
          a,
          b,
          (r, at, v) -> r.getAndMinimumUnsignedInt(at, (int) v),
          wideA < wideB ? a : b);
      checkInt(
          region,
          a,
          b,
          (r, at, v) -> r.getAndMaximumUnsignedInt(at, (int) v),
          wideA > wideB ? a : b);
    }
  }

  private static void checkLong(
      Region region, long old, long value, Operation operation, long expected) {
    region.setLong(BASE, old);
    assertThat(operation.apply(region, BASE, value)).isEqualTo(old);
    assertThat(region.getLong(BASE)).as("%d with %d", old, value).isEqualTo(expected);
  }

  private static void checkInt(
      Region region, int old, int value, Operation operation, int expected) {
    region.setInt(BASE + 4, old);
    assertThat((int) operation.apply(region, BASE + 4, value)).isEqualTo(old);
    assertThat(region.getInt(BASE + 4)).as("%d with %d", old, value).isEqualTo(expected);
  }

  @Test
  void exchangesOnlyWhatWasExpected() {
    Region region = region(64);
    assertThat(region.compareAndExchange(BASE, 5, 6)).isZero();
    assertThat(region.getLong(BASE)).isZero();
    assertThat(region.compareAndExchange(BASE, 0, -7)).isZero();
    assertThat(region.getLong(BASE)).isEqualTo(-7);
    assertThat(region.compareAndExchangeInt(BASE + 4, 1, 9)).isEqualTo(-1);
    assertThat(region.compareAndExchangeInt(BASE + 4, -1, 9)).isEqualTo(-1);
    assertThat(region.getLong(BASE)).isEqualTo(9L << 32 | 0xFFFF_FFF9L);
  }

  @Test
  void exchangesSixteenBytesOnlyIfBothHalvesAreAsExpected() {
    Region region = region(64);
    Wide found = new Wide();
    region.setLong(BASE + 16, 1);
    region.setLong(BASE + 24, 2);
    region.compareAndExchangeWide(BASE + 16, 1, 3, 8, 9, found);
    assertThat(found.low()).isEqualTo(1);
    assertThat(found.high()).isEqualTo(2);
    region.compareAndExchangeWide(BASE + 16, 3, 2, 8, 9, found);
    assertThat(region.getLong(BASE + 16)).isEqualTo(1);
    assertThat(region.getLong(BASE + 24)).isEqualTo(2);
    region.compareAndExchangeWide(BASE + 16, 1, 2, 8, 9, found);
    assertThat(region.getLong(BASE + 16)).isEqualTo(8);
    assertThat(region.getLong(BASE + 24)).isEqualTo(9);
    region.getAndSetWide(BASE + 16, -1, -2, found);
    assertThat(found.toString()).isEqualTo("0x00000000000000090000000000000008");
    assertThat(region.getLong(BASE + 16)).isEqualTo(-1);
    assertThat(region.getLong(BASE + 24)).isEqualTo(-2);
    assertThat(region.getLong(BASE + 8)).isZero();
    assertThat(region.getLong(BASE + 32)).isZero();
  }

  @Test
  void wordsAreLittleEndianInMemory() {
    MemorySegment memory = Arena.ofAuto().allocate(64, 64);
    Region.of(memory).setLong(8, 0x0102030405060708L);
    assertThat(memory.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 8)).isEqualTo((byte) 8);
    assertThat(memory.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 15)).isEqualTo((byte) 1);
  }

  @Test
  void aReadOnlyRegionSaysSoAndCannotBeChanged() {
    Region writable = region(64);
    Region region = writable.asReadOnly();
    assertThat(writable.readOnly()).isFalse();
    assertThat(region.readOnly()).isTrue();
    assertThat(region.base()).isEqualTo(BASE);
    assertThatThrownBy(() -> region.setLong(BASE, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> region.fill(BASE, 8, (byte) 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatSlipsThroughTheCallersCheckStaysInside() {
    Region region = region(64);
    assertThatThrownBy(() -> region.getLong(BASE + 64))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> region.setLong(BASE - 8, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> region.fill(BASE, 65, (byte) 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void refusesMemoryInWhichWordsCouldTear() {
    assertThatThrownBy(() -> Region.of(MemorySegment.ofArray(new byte[64])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("aligned to 1 bytes; 8 are needed");
    assertThatThrownBy(() -> Region.of(Arena.ofAuto().allocate(64, 64).asSlice(4)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(Region.of(MemorySegment.ofArray(new long[8])).length()).isEqualTo(64);
  }

  @Test
  void refusesAnAddressRangeThatCannotBe() {
    MemorySegment memory = Arena.ofAuto().allocate(128, 64);
    assertThatThrownBy(() -> Region.of(memory, 32)).hasMessageContaining("multiple of 64");
    assertThatThrownBy(() -> Region.of(memory, -64)).hasMessageContaining("multiple of 64");
    assertThatThrownBy(() -> Region.of(memory, Long.MAX_VALUE & ~63L)).hasMessageContaining("2^63");
  }
}
