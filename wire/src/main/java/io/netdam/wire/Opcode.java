package io.netdam.wire;

/** Opcodes that have a meaning in this version (docs/protocol.md section 7), and their families. */
public final class Opcode {
  /** Copies memory into the reply. */
  public static final int READ = 0x20;

  /** Copies data of the request into memory. */
  public static final int WRITE = 0x21;

  /** Copies from memory to memory. */
  public static final int COPY = 0x22;

  /** Repeats one byte. */
  public static final int FILL = 0x23;

  /** Asks how an operation of this session ended. */
  public static final int OUTCOME = 0x24;

  /** First opcode of the atomic family. */
  public static final int ATOMIC_FIRST = 0x30;

  /** Adds. */
  public static final int FETCH_ADD = 0x30;

  /** Exchanges. */
  public static final int SWAP = 0x31;

  /** Exchanges if the old value is the expected one. */
  public static final int COMPARE_AND_SWAP = 0x32;

  /** Bitwise and. */
  public static final int FETCH_AND = 0x33;

  /** Bitwise or. */
  public static final int FETCH_OR = 0x34;

  /** Bitwise exclusive or. */
  public static final int FETCH_XOR = 0x35;

  /** Keeps the smaller, signed. */
  public static final int FETCH_MIN = 0x36;

  /** Keeps the larger, signed. */
  public static final int FETCH_MAX = 0x37;

  /** Keeps the smaller, unsigned. */
  public static final int FETCH_MIN_UNSIGNED = 0x38;

  /** Keeps the larger, unsigned. */
  public static final int FETCH_MAX_UNSIGNED = 0x39;

  /** Takes several tickets at once. */
  public static final int TICKET_RANGE = 0x3A;

  /** Last opcode of the atomic family. */
  public static final int ATOMIC_LAST = 0x3F;

  /** First opcode of the vector family. */
  public static final int VECTOR_FIRST = 0x40;

  /** Stores the sums of two vectors in the place of the first. */
  public static final int VECTOR_ADD = 0x40;

  /** Stores the differences of two vectors in the place of the first. */
  public static final int VECTOR_SUBTRACT = 0x41;

  /** Stores the products of two vectors in the place of the first. */
  public static final int VECTOR_MULTIPLY = 0x42;

  /** Stores the smaller elements of two vectors in the place of the first. */
  public static final int VECTOR_MIN = 0x43;

  /** Stores the larger elements of two vectors in the place of the first. */
  public static final int VECTOR_MAX = 0x44;

  /** Stores the bits in which two vectors differ in the place of the first. */
  public static final int VECTOR_XOR = 0x45;

  /** Multiplies each element of a vector in memory by operand 1. */
  public static final int VECTOR_SCALE = 0x46;

  /** Stores a vector as elements of another type. */
  public static final int VECTOR_CONVERT = 0x47;

  /** Answers with the sums of two vectors, the first in memory. */
  public static final int PACKET_ADD = 0x50;

  /** Answers with the differences of two vectors, the first in memory. */
  public static final int PACKET_SUBTRACT = 0x51;

  /** Answers with the products of two vectors, the first in memory. */
  public static final int PACKET_MULTIPLY = 0x52;

  /** Answers with the smaller elements of two vectors, the first in memory. */
  public static final int PACKET_MIN = 0x53;

  /** Answers with the larger elements of two vectors, the first in memory. */
  public static final int PACKET_MAX = 0x54;

  /** Answers with the bits in which two vectors differ, the first in memory. */
  public static final int PACKET_XOR = 0x55;

  /** Answers with the elements of a vector times operand 1. */
  public static final int PACKET_SCALE = 0x56;

  /** Answers with a vector as elements of another type. */
  public static final int PACKET_CONVERT = 0x57;

  /** Answers with the sum of the products of two vectors. */
  public static final int VECTOR_DOT = 0x58;

  /** Answers with the sum of the elements of a vector. */
  public static final int VECTOR_SUM = 0x59;

  /** Last opcode of the vector family. */
  public static final int VECTOR_LAST = 0x5F;

  /** First of the user's opcodes. */
  public static final int USER_FIRST = 0xC0;

  /** Last of the user's opcodes. */
  public static final int USER_LAST = 0xDF;

  /** The reply of the compact form; never an instruction. */
  public static final int COMPACT_REPLY = 0xEF;

  private static final String[] BASE = {"READ", "WRITE", "COPY", "FILL", "OUTCOME"};
  private static final String[] ATOMIC = {
    "FETCH_ADD",
    "SWAP",
    "COMPARE_AND_SWAP",
    "FETCH_AND",
    "FETCH_OR",
    "FETCH_XOR",
    "FETCH_MIN",
    "FETCH_MAX",
    "FETCH_MIN_UNSIGNED",
    "FETCH_MAX_UNSIGNED",
    "TICKET_RANGE"
  };

  private static final String[] VECTOR = {
    "VECTOR_ADD",
    "VECTOR_SUBTRACT",
    "VECTOR_MULTIPLY",
    "VECTOR_MIN",
    "VECTOR_MAX",
    "VECTOR_XOR",
    "VECTOR_SCALE",
    "VECTOR_CONVERT"
  };
  private static final String[] PACKET = {
    "PACKET_ADD",
    "PACKET_SUBTRACT",
    "PACKET_MULTIPLY",
    "PACKET_MIN",
    "PACKET_MAX",
    "PACKET_XOR",
    "PACKET_SCALE",
    "PACKET_CONVERT",
    "VECTOR_DOT",
    "VECTOR_SUM"
  };

  private Opcode() {}

  /**
   * Whether the opcode is of the atomic family.
   *
   * @param opcode 0 to 255
   * @return true for 0x30 to 0x3F
   */
  public static boolean atomic(int opcode) {
    return opcode >= ATOMIC_FIRST && opcode <= ATOMIC_LAST;
  }

  /**
   * The opcode's name as in docs/protocol.md.
   *
   * @param opcode 0 to 255
   * @return the name, or {@code OPCODE_0xNN} where this version has none
   */
  public static String name(int opcode) {
    if (opcode >= READ && opcode - READ < BASE.length) {
      return BASE[opcode - READ];
    }
    if (opcode >= ATOMIC_FIRST && opcode - ATOMIC_FIRST < ATOMIC.length) {
      return ATOMIC[opcode - ATOMIC_FIRST];
    }
    if (opcode >= VECTOR_ADD && opcode - VECTOR_ADD < VECTOR.length) {
      return VECTOR[opcode - VECTOR_ADD];
    }
    if (opcode >= PACKET_ADD && opcode - PACKET_ADD < PACKET.length) {
      return PACKET[opcode - PACKET_ADD];
    }
    return opcode == COMPACT_REPLY ? "COMPACT_REPLY" : "OPCODE_" + Text.hexByte(opcode);
  }
}
