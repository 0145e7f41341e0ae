package io.netdam.instruction;

import static io.netdam.instruction.ElementType.canonical;
import static io.netdam.instruction.ElementType.narrow;
import static io.netdam.instruction.ElementType.widen;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Two vectors on the heap and what is done to them: plain loops over arrays, which the JVM turns
 * into vector code; over two memory segments it does not. Results go to the left vector.
 *
 * <p>An array of each kind of Java element is kept for either side; bytes arrive and leave through
 * {@link #left} and {@link #right} as they lie in memory. 96 KiB, made with the first vector.
 */
final class Elements {
  static final int BYTES = 8192;
  static final int LANES = 16;

  static final int ADD = 0;
  static final int SUBTRACT = 1;
  static final int MULTIPLY = 2;
  static final int MIN = 3;
  static final int MAX = 4;
  static final int XOR = 5;
  static final int CONVERT = 6;
  static final int DOT = 7;
  static final int SUM = 8;

  static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final byte[] leftBytes = new byte[BYTES / 1];
  private final byte[] rightBytes = new byte[BYTES / 1];
  private final short[] leftShorts = new short[BYTES / 2];
  private final short[] rightShorts = new short[BYTES / 2];
  private final int[] leftInts = new int[BYTES / 4];
  private final int[] rightInts = new int[BYTES / 4];
  private final long[] leftLongs = new long[BYTES / 8];
  private final long[] rightLongs = new long[BYTES / 8];
  private final float[] leftFloats = new float[BYTES / 4];
  private final float[] rightFloats = new float[BYTES / 4];
  private final double[] leftDoubles = new double[BYTES / 8];
  private final double[] rightDoubles = new double[BYTES / 8];
  private final MemorySegment[] lefts = {
    MemorySegment.ofArray(leftBytes),
    MemorySegment.ofArray(leftShorts),
    MemorySegment.ofArray(leftInts),
    MemorySegment.ofArray(leftLongs),
    MemorySegment.ofArray(leftFloats),
    MemorySegment.ofArray(leftDoubles)
  };
  private final MemorySegment[] rights = {
    MemorySegment.ofArray(rightBytes),
    MemorySegment.ofArray(rightShorts),
    MemorySegment.ofArray(rightInts),
    MemorySegment.ofArray(rightLongs),
    MemorySegment.ofArray(rightFloats),
    MemorySegment.ofArray(rightDoubles)
  };
  private final float[] floatLanes = new float[LANES];
  private final double[] doubleLanes = new double[LANES];

  private final MemorySegment before = MemorySegment.ofArray(new long[BYTES / Long.BYTES]);

  /** Room for a picture of the left vector. */
  MemorySegment before() {
    return before;
  }

  private static int array(int type) {
    return switch (type) {
      case ElementType.I8 -> 0;
      case ElementType.I16, ElementType.F16, ElementType.BF16 -> 1;
      case ElementType.I32 -> 2;
      case ElementType.I64 -> 3;
      case ElementType.F32 -> 4;
      default -> 5;
    };
  }

  /** The bytes of the left vector. */
  MemorySegment left(int type) {
    return lefts[array(type)];
  }

  /** The bytes of the right vector. */
  MemorySegment right(int type) {
    return rights[array(type)];
  }

  /** Sets elements of the right vector to the low bits of a number. */
  void fillRight(int type, long bits, int count) {
    switch (array(type)) {
      case 0 -> Arrays.fill(rightBytes, 0, count, (byte) bits);
      case 1 -> Arrays.fill(rightShorts, 0, count, (short) bits);
      case 2 -> Arrays.fill(rightInts, 0, count, (int) bits);
      case 3 -> Arrays.fill(rightLongs, 0, count, bits);
      case 4 -> Arrays.fill(rightFloats, 0, count, Float.intBitsToFloat((int) bits));
      default -> Arrays.fill(rightDoubles, 0, count, Double.longBitsToDouble(bits));
    }
  }

  /** Left = left operation right, for elements from {@code first} to {@code end} − 1. */
  void combine(int operation, int type, int first, int end) {
    switch (type) {
      case ElementType.I8 -> bytes(operation, first, end);
      case ElementType.I16 -> shorts(operation, first, end);
      case ElementType.I32 -> ints(operation, first, end);
      case ElementType.I64 -> longs(operation, first, end);
      case ElementType.F32 -> floats(operation, first, end);
      case ElementType.F64 -> doubles(operation, first, end);
      default -> halves(operation, type, first, end);
    }
  }

  private void bytes(int operation, int first, int end) {
    byte[] a = leftBytes;
    byte[] b = rightBytes;
    switch (operation) {
      case ADD -> {
        for (int i = first; i < end; i++) {
          a[i] = (byte) (a[i] + b[i]);
        }
      }
      case SUBTRACT -> {
        for (int i = first; i < end; i++) {
          a[i] = (byte) (a[i] - b[i]);
        }
      }
      case MULTIPLY -> {
        for (int i = first; i < end; i++) {
          a[i] = (byte) (a[i] * b[i]);
        }
      }
      case MIN -> {
        for (int i = first; i < end; i++) {
          a[i] = (byte) Math.min(a[i], b[i]);
        }
      }
      case MAX -> {
        for (int i = first; i < end; i++) {
          a[i] = (byte) Math.max(a[i], b[i]);
        }
      }
      default -> {
        for (int i = first; i < end; i++) {
          a[i] = (byte) (a[i] ^ b[i]);
        }
      }
    }
  }

  private void shorts(int operation, int first, int end) {
    short[] a = leftShorts;
    short[] b = rightShorts;
    switch (operation) {
      case ADD -> {
        for (int i = first; i < end; i++) {
          a[i] = (short) (a[i] + b[i]);
        }
      }
      case SUBTRACT -> {
        for (int i = first; i < end; i++) {
          a[i] = (short) (a[i] - b[i]);
        }
      }
      case MULTIPLY -> {
        for (int i = first; i < end; i++) {
          a[i] = (short) (a[i] * b[i]);
        }
      }
      case MIN -> {
        for (int i = first; i < end; i++) {
          a[i] = (short) Math.min(a[i], b[i]);
        }
      }
      case MAX -> {
        for (int i = first; i < end; i++) {
          a[i] = (short) Math.max(a[i], b[i]);
        }
      }
      default -> {
        for (int i = first; i < end; i++) {
          a[i] = (short) (a[i] ^ b[i]);
        }
      }
    }
  }

  private void ints(int operation, int first, int end) {
    int[] a = leftInts;
    int[] b = rightInts;
    switch (operation) {
      case ADD -> {
        for (int i = first; i < end; i++) {
          a[i] = a[i] + b[i];
        }
      }
      case SUBTRACT -> {
        for (int i = first; i < end; i++) {
          a[i] = a[i] - b[i];
        }
      }
      case MULTIPLY -> {
        for (int i = first; i < end; i++) {
          a[i] = a[i] * b[i];
        }
      }
      case MIN -> {
        for (int i = first; i < end; i++) {
          a[i] = Math.min(a[i], b[i]);
        }
      }
      case MAX -> {
        for (int i = first; i < end; i++) {
          a[i] = Math.max(a[i], b[i]);
        }
      }
      default -> {
        for (int i = first; i < end; i++) {
          a[i] = a[i] ^ b[i];
        }
      }
    }
  }

  private void longs(int operation, int first, int end) {
    long[] a = leftLongs;
    long[] b = rightLongs;
    switch (operation) {
      case ADD -> {
        for (int i = first; i < end; i++) {
          a[i] = a[i] + b[i];
        }
      }
      case SUBTRACT -> {
        for (int i = first; i < end; i++) {
          a[i] = a[i] - b[i];
        }
      }
      case MULTIPLY -> {
        for (int i = first; i < end; i++) {
          a[i] = a[i] * b[i];
        }
      }
      case MIN -> {
        for (int i = first; i < end; i++) {
          a[i] = Math.min(a[i], b[i]);
        }
      }
      case MAX -> {
        for (int i = first; i < end; i++) {
          a[i] = Math.max(a[i], b[i]);
        }
      }
      default -> {
        for (int i = first; i < end; i++) {
          a[i] = a[i] ^ b[i];
        }
      }
    }
  }

  private void floats(int operation, int first, int end) {
    float[] a = leftFloats;
    float[] b = rightFloats;
    switch (operation) {
      case ADD -> {
        for (int i = first; i < end; i++) {
          a[i] = canonical(a[i] + b[i]);
        }
      }
      case SUBTRACT -> {
        for (int i = first; i < end; i++) {
          a[i] = canonical(a[i] - b[i]);
        }
      }
      case MULTIPLY -> {
        for (int i = first; i < end; i++) {
          a[i] = canonical(a[i] * b[i]);
        }
      }
      case MIN -> {
        for (int i = first; i < end; i++) {
          a[i] = canonical(Math.min(a[i], b[i]));
        }
      }
      default -> {
        for (int i = first; i < end; i++) {
          a[i] = canonical(Math.max(a[i], b[i]));
        }
      }
    }
  }

  private void doubles(int operation, int first, int end) {
    double[] a = leftDoubles;
    double[] b = rightDoubles;
    switch (operation) {
      case ADD -> {
        for (int i = first; i < end; i++) {
          a[i] = canonical(a[i] + b[i]);
        }
      }
      case SUBTRACT -> {
        for (int i = first; i < end; i++) {
          a[i] = canonical(a[i] - b[i]);
        }
      }
      case MULTIPLY -> {
        for (int i = first; i < end; i++) {
          a[i] = canonical(a[i] * b[i]);
        }
      }
      case MIN -> {
        for (int i = first; i < end; i++) {
          a[i] = canonical(Math.min(a[i], b[i]));
        }
      }
      default -> {
        for (int i = first; i < end; i++) {
          a[i] = canonical(Math.max(a[i], b[i]));
        }
      }
    }
  }

  /** In f32, whose second rounding changes nothing here: it has more than twice the bits. */
  private void halves(int operation, int type, int first, int end) {
    short[] a = leftShorts;
    short[] b = rightShorts;
    for (int i = first; i < end; i++) {
      float x = widen(type, a[i]);
      float y = widen(type, b[i]);
      float result =
          switch (operation) {
            case ADD -> x + y;
            case SUBTRACT -> x - y;
            case MULTIPLY -> x * y;
            case MIN -> Math.min(x, y);
            default -> Math.max(x, y);
          };
      a[i] = narrow(type, result);
    }
  }

  /** Sum of the left vector, or of the products with the right one; the bits of the value. */
  long reduce(int type, boolean products, int count) {
    return switch (type) {
      case ElementType.F64 -> reduceDoubles(products, count);
      case ElementType.F32, ElementType.F16, ElementType.BF16 ->
          reduceFloats(type, products, count);
      default -> reduceLongs(type, products, count);
    };
  }

  private long reduceDoubles(boolean products, int count) {
    double[] lanes = doubleLanes;
    Arrays.fill(lanes, 0);
    for (int i = 0; i < count; i++) {
      lanes[i % LANES] += products ? leftDoubles[i] * rightDoubles[i] : leftDoubles[i];
    }
    for (int step = LANES / 2; step > 0; step /= 2) {
      for (int lane = 0; lane < step; lane++) {
        lanes[lane] += lanes[lane + step];
      }
    }
    return Double.doubleToLongBits(lanes[0]);
  }

  private long reduceFloats(int type, boolean products, int count) {
    float[] lanes = floatLanes;
    Arrays.fill(lanes, 0);
    boolean half = type != ElementType.F32;
    for (int i = 0; i < count; i++) {
      float term = half ? widen(type, leftShorts[i]) : leftFloats[i];
      if (products) {
        term *= half ? widen(type, rightShorts[i]) : rightFloats[i];
      }
      lanes[i % LANES] += term;
    }
    for (int step = LANES / 2; step > 0; step /= 2) {
      for (int lane = 0; lane < step; lane++) {
        lanes[lane] += lanes[lane + step];
      }
    }
    return Float.floatToIntBits(lanes[0]) & 0xFFFFFFFFL;
  }

  /** Sums that wrap come out the same in any order: one lane does. */
  private long reduceLongs(int type, boolean products, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += products ? leftLong(type, i) * rightLong(type, i) : leftLong(type, i);
    }
    return sum;
  }

  private long leftLong(int type, int i) {
    return switch (type) {
      case ElementType.I8 -> leftBytes[i];
      case ElementType.I16 -> leftShorts[i];
      case ElementType.I32 -> leftInts[i];
      default -> leftLongs[i];
    };
  }

  private long rightLong(int type, int i) {
    return switch (type) {
      case ElementType.I8 -> rightBytes[i];
      case ElementType.I16 -> rightShorts[i];
      case ElementType.I32 -> rightInts[i];
      default -> rightLongs[i];
    };
  }

  /** Left = right as another type. */
  void convert(int type, int target, int count) {
    if (type < ElementType.F16) {
      for (int i = 0; i < count; i++) {
        store(target, i, rightLong(type, i));
      }
    } else {
      for (int i = 0; i < count; i++) {
        store(
            target,
            i,
            type == ElementType.F64
                ? rightDoubles[i]
                : type == ElementType.F32 ? rightFloats[i] : widen(type, rightShorts[i]));
      }
    }
  }

  private void store(int target, int i, long value) {
    switch (target) {
      case ElementType.I8 -> leftBytes[i] = (byte) value;
      case ElementType.I16 -> leftShorts[i] = (short) value;
      case ElementType.I32 -> leftInts[i] = (int) value;
      case ElementType.I64 -> leftLongs[i] = value;
      case ElementType.F32 -> leftFloats[i] = (float) value;
      case ElementType.F64 -> leftDoubles[i] = (double) value;
      default -> leftShorts[i] = narrow(target, ElementType.roundToOdd(value));
    }
  }

  private void store(int target, int i, double value) {
    switch (target) {
      case ElementType.I8 -> leftBytes[i] = (byte) Math.clamp((long) value, -128, 127);
      case ElementType.I16 -> leftShorts[i] = (short) Math.clamp((long) value, -32_768, 32_767);
      case ElementType.I32 -> leftInts[i] = (int) value;
      case ElementType.I64 -> leftLongs[i] = (long) value;
      case ElementType.F32 -> leftFloats[i] = canonical((float) value);
      case ElementType.F64 -> leftDoubles[i] = canonical(value);
      default -> leftShorts[i] = narrow(target, ElementType.roundToOdd(value));
    }
  }
}
