package io.netdam.os;

import java.io.IOException;

/** The system refused a call. */
public final class SystemCallException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Not allowed to this user. */
  public static final int EACCES = 13;

  /** This process has as many descriptors as it may. */
  public static final int EMFILE = 24;

  /** The machine has as many descriptors as it may. */
  public static final int ENFILE = 23;

  /** No such file. */
  public static final int ENOENT = 2;

  /** Nobody listens. */
  public static final int ECONNREFUSED = 111;

  /** As many connections wait as may; or: nothing there, try again. */
  public static final int EAGAIN = 11;

  /** A socket of another type listens there. */
  public static final int EPROTOTYPE = 91;

  /** The other side is gone. */
  public static final int EPIPE = 32;

  /** The other side is gone, and left something unread. */
  public static final int ECONNRESET = 104;

  /** Not enough memory. */
  public static final int ENOMEM = LinuxCall.ENOMEM;

  /** No room. */
  public static final int ENOSPC = LinuxCall.ENOSPC;

  private final String call;
  private final int errno;

  SystemCallException(String call, int errno, String about) {
    super(call + " of " + about + ": " + meaning(errno));
    this.call = call;
    this.errno = errno;
  }

  private static String meaning(int errno) {
    return switch (errno) {
      case ENOENT -> "no such file";
      case EACCES -> "permission denied: it belongs to another user";
      case EMFILE -> "this process has too many open files: close some, or raise ulimit -n";
      case ENFILE -> "the machine has too many open files";
      case ENOMEM -> "not enough memory";
      case EPIPE, ECONNRESET -> "the other side is gone";
      case EPROTOTYPE -> "a socket of another type listens there";
      case 98 -> "the name is in use";
      case ECONNREFUSED -> "nobody listens there";
      default -> "errno " + errno;
    };
  }

  /** Name of the call. */
  public String call() {
    return call;
  }

  /** The system's number for what was wrong. */
  public int errno() {
    return errno;
  }
}
