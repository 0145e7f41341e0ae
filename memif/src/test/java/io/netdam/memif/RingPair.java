package io.netdam.memif;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A ring in each direction over plain memory, with both sides' queues; no socket, no process. */
final class RingPair {
  final RegionLayout layout;
  final MemorySegment region;
  final Failure ofClient = new Failure();
  final Failure ofServer = new Failure();
  final ClientTransmitQueue clientOut;
  final ServerReceiveQueue serverIn;
  final ServerTransmitQueue serverOut;
  final ClientReceiveQueue clientIn;

  RingPair(int sizeLog2, int bufferBytes, Arena arena) {
    this(
        arena.allocate(new RegionLayout(1, 1, sizeLog2, bufferBytes, 64).bytes(), 64),
        sizeLog2,
        bufferBytes);
  }

  /** Over memory that may have been used before. */
  RingPair(MemorySegment region, int sizeLog2, int bufferBytes) {
    this.layout = new RegionLayout(1, 1, sizeLog2, bufferBytes, 64);
    this.region = region;
    Ring toServer = ring(true);
    Ring toClient = ring(false);
    toServer.initialize();
    toClient.initialize();
    MemorySegment[] regions = {region};
    this.clientOut =
        new ClientTransmitQueue(
            toServer, region, layout.bufferOffset(true, 0), bufferBytes, ofClient);
    this.clientIn =
        new ClientReceiveQueue(
            toClient, region, layout.bufferOffset(false, 0), bufferBytes, ofClient);
    clientOut.describe();
    clientIn.describe();
    this.serverIn = new ServerReceiveQueue(ring(true), regions, ofServer);
    this.serverOut = new ServerTransmitQueue(ring(false), regions, ofServer);
    clientIn.start();
  }

  Ring ring(boolean toServer) {
    return new Ring(
        region.asSlice(layout.ringOffset(toServer, 0), Ring.bytes(layout.sizeLog2(), 64)),
        layout.sizeLog2(),
        64);
  }

  ReceiveQueue in(boolean toServer) {
    return toServer ? serverIn : clientIn;
  }

  TransmitQueue out(boolean toServer) {
    return toServer ? clientOut : serverOut;
  }
}
