package io.netdam.transport;

import io.netdam.wire.Ticket;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes tickets and tells its own from others, without keeping anything about them.
 *
 * <p>A ticket proves two things: that its bearer receives at the address that it was made for, and
 * that this device, in this epoch, promised a session under this id. The MAC (HMAC-SHA-256, RFC
 * 2104, truncated to 16 bytes) covers the ticket and the address. The nonce is derived from key and
 * session id; who shows it has had a ticket of that session, whatever the address was then.
 *
 * <p>Session ids rise by one and are never issued twice in an epoch. Not thread-safe. The JDK's MAC
 * allocates a few hundred bytes a ticket; tickets travel in the first packets of a session only.
 */
public final class TicketOffice {
  /** What {@link #check} finds. */
  public enum Verdict {
    /** Made here, for this address, and still good. */
    VALID,
    /** Not made here, or altered. */
    FORGED,
    /** Made here in an earlier life of the device. */
    EPOCH,
    /** Made here, for another address. */
    ADDRESS,
    /** Made here, but too old by now. */
    EXPIRED
  }

  /** Bytes of the key. */
  public static final int KEY_BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";
  private static final int ADDRESS_BYTES = 18;
  private static final byte[] NONCE_LABEL = {'n', 'o', 'n', 'c', 'e'};
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final long epoch;
  private final long shardBits;
  private final boolean checksEpoch;
  private final boolean issuesOnce;
  private final Mac mac;
  private final byte[] key;
  private final byte[] input = new byte[Ticket.BODY_BYTES + ADDRESS_BYTES];
  private final byte[] output = new byte[32];
  private final MemorySegment inputSegment = MemorySegment.ofArray(input);
  private final MemorySegment outputSegment = MemorySegment.ofArray(output);
  private final Ticket ticket = new Ticket();
  private long nextNumber;

  /**
   * An office.
   *
   * @param epoch the device's epoch
   * @param shard the shard whose session ids it issues, 0 to 255
   * @param firstNumber the first session number, 1 to 2^56 − 1
   * @param key 32 secret bytes
   * @param rules the rules that it keeps
   */
  public TicketOffice(long epoch, int shard, long firstNumber, byte[] key, Rules rules) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException("a key has 32 bytes, not " + key.length);
    }
    this.epoch = epoch;
    this.shardBits = (long) shard << 56;
    this.nextNumber = firstNumber;
    this.checksEpoch = rules.keeps(Rule.EPOCH);
    this.issuesOnce = rules.keeps(Rule.SESSION_ID_ONCE);
    this.key = key.clone();
    try {
      this.mac = Mac.getInstance(ALGORITHM);
      changeKey(key);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  private void changeKey(byte[] newKey) throws GeneralSecurityException {
    mac.init(new SecretKeySpec(newKey, ALGORITHM));
  }

  /** A session id that was not issued before in this epoch. */
  public long issueSessionId() {
    long id = shardBits | nextNumber;
    if (issuesOnce) {
      nextNumber++;
    }
    return id;
  }

  /** The number that the next session id will have. */
  public long nextNumber() {
    return nextNumber;
  }

  /** A copy of the key, for a planned restart. */
  public byte[] key() {
    return key.clone();
  }

  /**
   * Goes on as the office that a snapshot was taken of: its tickets stay good.
   *
   * @param number the next session number
   * @param newKey its key
   */
  public void restore(long number, byte[] newKey) {
    nextNumber = Math.max(nextNumber, number);
    System.arraycopy(newKey, 0, key, 0, KEY_BYTES);
    try {
      changeKey(key);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a key of 32 bytes fits", e);
    }
  }

  /**
   * Writes a ticket.
   *
   * @param segment takes 64 bytes from {@code offset}
   * @param offset where it stands
   * @param sessionId the session that it can make, or lead to
   * @param window granted window, in operations
   * @param frameBytes granted frame, in bytes
   * @param expiryNs until when it is good
   * @param path the address that it is made for
   */
  public void mint(
      MemorySegment segment,
      long offset,
      long sessionId,
      int window,
      int frameBytes,
      long expiryNs,
      Path path) {
    ticket
        .begin(segment, offset)
        .window(window)
        .frameBytes(frameBytes)
        .sessionId(sessionId)
        .epoch(epoch)
        .expiryNs(expiryNs)
        .nonce(nonce(sessionId));
    authenticate(segment, offset, path);
    ticket.macHigh(outputSegment.get(LONG, 0)).macLow(outputSegment.get(LONG, 8));
  }

  /**
   * Judges a ticket, cheapest question first.
   *
   * @param nowNs the device's time
   * @param segment holds the ticket
   * @param offset where it stands
   * @param sessionId the session that the packet names
   * @param path where the packet came from
   */
  public Verdict check(long nowNs, MemorySegment segment, long offset, long sessionId, Path path) {
    ticket.wrap(segment, offset);
    if (ticket.version() != Ticket.VERSION_MADE || ticket.sessionId() != sessionId) {
      return Verdict.FORGED;
    }
    if (checksEpoch && ticket.epoch() != epoch) {
      return Verdict.EPOCH;
    }
    long high = ticket.macHigh();
    long low = ticket.macLow();
    authenticate(segment, offset, path);
    long difference = high ^ outputSegment.get(LONG, 0) | low ^ outputSegment.get(LONG, 8);
    if (difference != 0) {
      return ticket.nonce() == nonce(sessionId) ? Verdict.ADDRESS : Verdict.FORGED;
    }
    return ticket.expiryNs() - nowNs > 0 ? Verdict.VALID : Verdict.EXPIRED;
  }

  /**
   * Whether the bearer has had a ticket of a session: for RESUME, where neither the address nor the
   * expiry matters.
   *
   * @param segment holds the ticket
   * @param offset where it stands
   * @param sessionId the session that is resumed
   */
  public boolean belongsTo(MemorySegment segment, long offset, long sessionId) {
    ticket.wrap(segment, offset);
    return ticket.version() == Ticket.VERSION_MADE
        && ticket.sessionId() == sessionId
        && ticket.epoch() == epoch
        && ticket.nonce() == nonce(sessionId);
  }

  private void authenticate(MemorySegment segment, long offset, Path path) {
    MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, offset, input, 0, Ticket.BODY_BYTES);
    inputSegment.set(LONG, Ticket.BODY_BYTES, path.addressHigh());
    inputSegment.set(LONG, Ticket.BODY_BYTES + 8, path.addressLow());
    inputSegment.set(SHORT, Ticket.BODY_BYTES + 16, (short) path.port());
    digest(input, input.length);
  }

  private long nonce(long sessionId) {
    Arrays.fill(input, (byte) 0);
    System.arraycopy(NONCE_LABEL, 0, input, 0, NONCE_LABEL.length);
    inputSegment.set(LONG, 8, sessionId);
    digest(input, 16);
    return outputSegment.get(LONG, 0);
  }

  private void digest(byte[] bytes, int length) {
    mac.update(bytes, 0, length);
    try {
      mac.doFinal(output, 0);
    } catch (ShortBufferException e) {
      throw new IllegalStateException("32 bytes hold a SHA-256", e);
    }
  }
}
