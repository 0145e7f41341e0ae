package io.netdam.instruction;

/** Types of elements of vectors, as the low byte of operand 0 tells them. */
final class ElementType {
  static final int I8 = 1;
  static final int I16 = 2;
  static final int I32 = 3;
  static final int I64 = 4;
  static final int F16 = 5;
  static final int BF16 = 6;
  static final int F32 = 7;
  static final int F64 = 8;

  private ElementType() {}

  static boolean known(int type) {
    return type >= I8 && type <= F64;
  }

  /** Bytes of an element, by a table packed in a number: one hex digit a type. */
  static int bytes(int type) {
    return (int) (0x8422_8421_0L >>> 4 * type) & 0xF;
  }

  /** The integer of the same size, for what works on bits alone. */
  static int bits(int type) {
    return switch (type) {
      case F16, BF16 -> I16;
      case F32 -> I32;
      case F64 -> I64;
      default -> type;
    };
  }

  static float widen(int type, short bits) {
    return type == F16 ? Float.float16ToFloat(bits) : Float.intBitsToFloat(bits << 16);
  }

  /** Rounds to f16 or bf16: nearest, ties to even, the canonical NaN. */
  static short narrow(int type, float value) {
    if (type == F16) {
      return Float.isNaN(value) ? 0x7E00 : Float.floatToFloat16(value);
    }
    int bits = Float.floatToIntBits(value); // canonical
    return (short) (bits + 0x7FFF + (bits >>> 16 & 1) >>> 16);
  }

  /**
   * Rounds to f32 so that a second rounding, to f16 or bf16, gives what one alone would: cut off,
   * and the last bit set if anything was lost.
   */
  static float roundToOdd(double value) {
    float nearest = (float) value;
    if (nearest == value || Double.isNaN(value)) {
      return nearest;
    }
    int bits = Float.floatToRawIntBits(nearest);
    if (Math.abs((double) nearest) > Math.abs(value)) {
      bits--;
    }
    return Float.intBitsToFloat(bits | 1);
  }

  /**
   * A number for a second rounding, as {@link #roundToOdd(double)}: 50 bits and one of the rest.
   */
  static float roundToOdd(long value) {
    boolean large = value >= 1L << 50 || value <= -(1L << 50);
    boolean lost = large && (value & 0xFFFF) != 0;
    return roundToOdd((double) (large ? value & ~0xFFFFL | (lost ? 0x8000 : 0) : value));
  }

  static float canonical(float value) {
    return Float.isNaN(value) ? Float.NaN : value;
  }

  static double canonical(double value) {
    return Double.isNaN(value) ? Double.NaN : value;
  }
}
