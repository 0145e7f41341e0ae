package io.netdam.transport;

import io.netdam.wire.Ticket;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes tickets and tells its own from others, without keeping anything about them.
 *
 * <p>A ticket proves two things. Its MAC (HMAC-SHA-256, RFC 2104, truncated to 16 bytes, over the
 * 48 bytes before it) proves that this device, in this epoch, promised a session under this id
 * until this time: who shows it has had it from the device, whatever his address was then. Its
 * nonce, a MAC over session, expiry and address, proves that its bearer receives at that address.
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
    /** Made here, but too old by now. */
    EXPIRED,
    /** Made here and still good, but for another address. */
    ADDRESS
  }

  /** Bytes of the key. */
  public static final int KEY_BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";
  // What the nonce is made of: label (6), port (2), session id, expiry, address (16). Shorter than
  // the body of a ticket, so that neither can pass for the other.
  private static final byte[] LABEL = {'n', 'e', 't', 'd', 'a', 'm'};
  private static final int PROOF_BYTES = 40;
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final long epoch;
  private final long shardBits;
  private final boolean checksEpoch;
  private final boolean checksExpiry;
  private final boolean issuesOnce;
  private final Mac mac;
  private final byte[] key;
  private final byte[] input = new byte[Ticket.BODY_BYTES];
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
    this.checksExpiry = rules.keeps(Rule.TICKET_EXPIRY);
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
        .nonce(proof(sessionId, expiryNs, path));
    authenticate(segment, offset);
    ticket.macHigh(outputSegment.get(LONG, 0)).macLow(outputSegment.get(LONG, 8));
  }

  /**
   * Judges a ticket.
   *
   * @param nowNs the device's time
   * @param segment holds the ticket
   * @param offset where it stands
   * @param sessionId the session that the packet names
   * @param path where the packet came from
   */
  public Verdict check(long nowNs, MemorySegment segment, long offset, long sessionId, Path path) {
    Verdict verdict = checkAnywhere(nowNs, segment, offset, sessionId);
    boolean elsewhere =
        verdict == Verdict.VALID && ticket.nonce() != proof(sessionId, ticket.expiryNs(), path);
    return elsewhere ? Verdict.ADDRESS : verdict;
  }

  /**
   * Judges a ticket that is shown from any address, for RESUME.
   *
   * @param nowNs the device's time
   * @param segment holds the ticket
   * @param offset where it stands
   * @param sessionId the session that the packet names
   */
  public Verdict checkAnywhere(long nowNs, MemorySegment segment, long offset, long sessionId) {
    ticket.wrap(segment, offset);
    if (ticket.version() != Ticket.VERSION_MADE || ticket.sessionId() != sessionId) {
      return Verdict.FORGED;
    }
    if (checksEpoch && ticket.epoch() != epoch) {
      return Verdict.EPOCH;
    }
    authenticate(segment, offset);
    long difference =
        ticket.macHigh() ^ outputSegment.get(LONG, 0)
            | ticket.macLow() ^ outputSegment.get(LONG, 8);
    if (difference != 0) {
      return Verdict.FORGED;
    }
    boolean expired = ticket.expiryNs() - nowNs <= 0;
    return expired && checksExpiry ? Verdict.EXPIRED : Verdict.VALID;
  }

  private void authenticate(MemorySegment segment, long offset) {
    MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, offset, input, 0, Ticket.BODY_BYTES);
    digest(input, Ticket.BODY_BYTES);
  }

  private long proof(long sessionId, long expiryNs, Path path) {
    System.arraycopy(LABEL, 0, input, 0, LABEL.length);
    inputSegment.set(SHORT, 6, (short) path.port());
    inputSegment.set(LONG, 8, sessionId);
    inputSegment.set(LONG, 16, expiryNs);
    inputSegment.set(LONG, 24, path.addressHigh());
    inputSegment.set(LONG, 32, path.addressLow());
    digest(input, PROOF_BYTES);
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
