package io.netdam.instruction;

/** Whether an instruction changes memory: what decides if it needs a session and a guard. */
public enum Effect {
  /** Reads only: may be repeated at will, needs no session. */
  PURE,
  /** Changes memory: runs at most once, under an operation number of a session. */
  CHANGING
}
