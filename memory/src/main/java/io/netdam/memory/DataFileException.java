package io.netdam.memory;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A data file was not opened; it is as it was. The message says the cause and the remedy. */
public final class DataFileException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Why. */
  public enum Reason {
    /** Another device, here or in another process, has it. */
    ALREADY_OPEN,
    /** It is no data file of ours. */
    NOT_A_DATA_FILE,
    /** Made by another version of the format. */
    OTHER_VERSION,
    /** It holds another number of bytes than asked for. */
    OTHER_SIZE,
    /** Another user of the machine owns it. */
    OTHER_OWNER,
    /** Both header blocks are broken, or the file is shorter than its header says. */
    DAMAGED,
    /** There is no room for a new file. */
    DISK_FULL,
    /** The operating system forbids it. */
    NOT_PERMITTED,
    /** Any other failure of reading or writing. */
    INPUT_OUTPUT
  }

  private final Reason reason;
  private final String file;
  private final String remedy;

  DataFileException(Reason reason, Path file, String what, String remedy) {
    this(reason, file, what, remedy, null);
  }

  DataFileException(
      Reason reason, Path file, String what, String remedy, @Nullable Throwable cause) {
    super(file + ": " + what + ". " + remedy, cause);
    this.reason = reason;
    this.file = file.toString();
    this.remedy = remedy;
  }

  /** Why. */
  public Reason reason() {
    return reason;
  }

  /** The file, as the caller named it. */
  public String file() {
    return file;
  }

  /** What to do about it, a sentence. */
  public String remedy() {
    return remedy;
  }
}
