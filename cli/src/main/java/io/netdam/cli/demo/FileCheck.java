package io.netdam.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of the first bytes of files. */
final class FileCheck {

  private static final int PIECE_BYTES = 1 << 16;

  private FileCheck() {}

  static String hash(Path file, long bytes) {
    try (InputStream from = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] piece = new byte[PIECE_BYTES];
      long left = bytes;
      while (left > 0) {
        int count = from.read(piece, 0, (int) Math.min(piece.length, left));
        if (count < 0) {
          throw new DemoException(file + " ends " + left + " bytes too early");
        }
        digest.update(piece, 0, count);
        left -= count;
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException e) {
      throw new DemoException(file + " cannot be read: " + e, e);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  /** Requires that what was read back is what was written; returns its hash. */
  static String requireSame(Path written, Path readBack, long bytes) {
    String wanted = hash(written, bytes);
    String found = hash(readBack, bytes);
    if (!wanted.equals(found)) {
      throw new DemoException(
          "the file read back differs: SHA-256 " + found + ", written was " + wanted);
    }
    return wanted;
  }
}
