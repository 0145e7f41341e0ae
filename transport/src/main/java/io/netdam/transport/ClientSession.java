package io.netdam.transport;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * A client's session with one device: its number, what was granted, and which of the client's
 * addresses the device knows for it. It decides when to ask; the engine builds the frames.
 *
 * <pre>
 *              ask              OPENED, nonce ours          an answer to a packet with the ticket
 *   UNKNOWN ---------> ASKED ----------------------> TICKETED ----------------------> PROVEN
 *      ^                  | timeout: again, later        |                               |
 *      +------------------+------ RETRY, session lost ---+-------------------------------+
 * </pre>
 *
 * <p>Each path has its own state, because a ticket is good for one address. The first OPENED makes
 * the session; further paths ask for a ticket of the same session (RESUME). As long as a path is
 * TICKETED, every packet on it carries the ticket, so that whichever comes first makes the session.
 */
public final class ClientSession {
  /** Bytes of a ticket. */
  public static final int TICKET_BYTES = 64;

  /** No session. */
  public static final long NONE = 0;

  /** What the device knows of one of the client's addresses. */
  public enum Address {
    /** Nothing. */
    UNKNOWN,
    /** OPEN is under way. */
    ASKED,
    /** A ticket is here and has not been answered yet. */
    TICKETED,
    /** A packet with the ticket, or after it, was answered. */
    PROVEN
  }

  private static final int BACKOFF_MAX = 16;

  private final Address[] addresses;
  private final long[] nonces;
  private final long[] askedNs;
  private final long[] againNs;
  private final long[] ticketedNs;
  private final int[] attempts;
  private final byte[] ticketBytes;
  private final MemorySegment tickets;
  private long id = NONE;
  private long epoch;
  private int windowGranted;
  private int frameBytes;
  private long leaseNs;
  private long unscheduledBytes;
  private boolean provenOnce;

  /** Without a session; for so many paths. */
  public ClientSession(int pathsMax) {
    addresses = new Address[pathsMax];
    Arrays.fill(addresses, Address.UNKNOWN);
    nonces = new long[pathsMax];
    askedNs = new long[pathsMax];
    againNs = new long[pathsMax];
    attempts = new int[pathsMax];
    ticketedNs = new long[pathsMax];
    ticketBytes = new byte[(pathsMax + 1) * TICKET_BYTES];
    tickets = MemorySegment.ofArray(ticketBytes);
  }

  /** Whether there is a session. */
  public boolean exists() {
    return id != NONE;
  }

  /** The session id, or {@link #NONE}. */
  public long id() {
    return id;
  }

  /** The device's epoch as OPENED told it. */
  public long epoch() {
    return epoch;
  }

  /** Changing operations allowed ahead of the lowest unresolved one. */
  public int windowGranted() {
    return windowGranted;
  }

  /** The longest frame that device and client agreed on; 0 without a session. */
  public int frameBytes() {
    return frameBytes;
  }

  /** How long the device keeps the session without a packet. */
  public long leaseNs() {
    return leaseNs;
  }

  /** Bytes that may be sent before the first answer. */
  public long unscheduledBytes() {
    return unscheduledBytes;
  }

  /** What the device knows of a path. */
  public Address address(int path) {
    return addresses[path];
  }

  /** Whether requests of the session may leave on a path. */
  public boolean usable(int path) {
    return addresses[path] == Address.PROVEN || addresses[path] == Address.TICKETED;
  }

  /** Whether the device has answered the session on some path: it exists there. */
  public boolean proven() {
    return provenOnce;
  }

  /** Where the tickets lie: that of a path at {@link #ticketOffset}. */
  public MemorySegment tickets() {
    return tickets;
  }

  /** Where the ticket of a path lies in {@link #tickets}. */
  public long ticketOffset(int path) {
    return (long) path * TICKET_BYTES;
  }

  /** Where the latest ticket of the session lies, which shows who asks for RESUME. */
  public long latestTicketOffset() {
    return (long) addresses.length * TICKET_BYTES;
  }

  /** When OPEN is due on a path that wants a ticket; past times mean now. */
  public long askNs(int path) {
    return againNs[path];
  }

  /** Whether a path has neither a ticket nor a proof. */
  public boolean needsTicket(int path) {
    return !usable(path);
  }

  /**
   * OPEN leaves on a path.
   *
   * @param nowNs the time
   * @param path its index
   * @param freshNonce used unless the path already waits for an answer to one
   * @param waitNs how long to wait for the answer, before back-off
   * @param waitMaxNs the longest wait
   * @return the nonce to send: the same for every attempt, so that a late answer counts
   */
  public long onAsked(long nowNs, int path, long freshNonce, long waitNs, long waitMaxNs) {
    if (addresses[path] != Address.ASKED) {
      addresses[path] = Address.ASKED;
      nonces[path] = freshNonce;
      attempts[path] = 0;
      askedNs[path] = nowNs;
    }
    againNs[path] = nowNs + Math.min(waitMaxNs, waitNs << Math.min(BACKOFF_MAX, attempts[path]));
    attempts[path]++;
    return nonces[path];
  }

  /** How many OPENs of this question have left. */
  public int attempts(int path) {
    return attempts[path];
  }

  /** When the first OPEN of this question left. */
  public long askedNs(int path) {
    return askedNs[path];
  }

  /** Whether OPENED with this nonce and session answers what was asked on the path. */
  public boolean expects(int path, long nonce, long sessionId) {
    return addresses[path] == Address.ASKED
        && nonces[path] == nonce
        && sessionId != NONE
        && (id == NONE || id == sessionId);
  }

  /**
   * OPENED came, as {@link #expects} says.
   *
   * @param nowNs the time
   * @param path where it came
   * @param sessionId of the session
   * @param opened holds the ticket
   * @param ticketAt where in it
   * @return whether this made the session (else it added a path)
   */
  public boolean onOpened(
      long nowNs, int path, long sessionId, MemorySegment opened, long ticketAt) {
    MemorySegment.copy(opened, ticketAt, tickets, ticketOffset(path), TICKET_BYTES);
    MemorySegment.copy(opened, ticketAt, tickets, latestTicketOffset(), TICKET_BYTES);
    addresses[path] = Address.TICKETED;
    ticketedNs[path] = nowNs;
    boolean made = id == NONE;
    id = sessionId;
    return made;
  }

  /** What the OPENED that made the session granted. */
  public void grant(
      long deviceEpoch, int window, int frameBytesGranted, long leaseGrantedNs, long unscheduled) {
    epoch = deviceEpoch;
    windowGranted = window;
    frameBytes = frameBytesGranted;
    leaseNs = leaseGrantedNs;
    unscheduledBytes = unscheduled;
  }

  /** A request that was sent on the path was answered; whether this proved the path. */
  public boolean onAnswered(int path) {
    if (addresses[path] != Address.TICKETED) {
      return false;
    }
    addresses[path] = Address.PROVEN;
    provenOnce = true;
    return true;
  }

  /**
   * The device does not know this address: ask again on the path.
   *
   * @param path its index
   * @param sentNs when the packet left that the device answered so
   * @return false if the path has a newer ticket, or asks already
   */
  public boolean onMoved(int path, long sentNs) {
    if (!usable(path) || sentNs < ticketedNs[path]) {
      return false;
    }
    forgetPath(path);
    return true;
  }

  /** The path is another one now. */
  public void forgetPath(int path) {
    addresses[path] = Address.UNKNOWN;
    againNs[path] = Long.MIN_VALUE;
    attempts[path] = 0;
  }

  /**
   * The paths are others now.
   *
   * @param from for each new index the old one of the same path, or −1 for a path that is new
   */
  public void remap(int[] from) {
    Address[] oldAddresses = addresses.clone();
    long[] oldNonces = nonces.clone();
    long[] oldAsked = askedNs.clone();
    long[] oldAgain = againNs.clone();
    long[] oldTicketed = ticketedNs.clone();
    int[] oldAttempts = attempts.clone();
    byte[] oldTickets = ticketBytes.clone();
    for (int to = 0; to < addresses.length; to++) {
      forgetPath(to);
      if (to < from.length && from[to] >= 0) {
        int old = from[to];
        addresses[to] = oldAddresses[old];
        nonces[to] = oldNonces[old];
        askedNs[to] = oldAsked[old];
        againNs[to] = oldAgain[old];
        ticketedNs[to] = oldTicketed[old];
        attempts[to] = oldAttempts[old];
        System.arraycopy(
            oldTickets, old * TICKET_BYTES, ticketBytes, to * TICKET_BYTES, TICKET_BYTES);
      }
    }
  }

  /** The session is over; a new one has to be asked for, on each path from the start. */
  public void forget() {
    id = NONE;
    provenOnce = false;
    windowGranted = 0;
    frameBytes = 0;
    for (int path = 0; path < addresses.length; path++) {
      forgetPath(path);
    }
  }
}
