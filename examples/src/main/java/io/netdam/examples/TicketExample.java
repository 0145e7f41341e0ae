package io.netdam.examples;

import io.netdam.client.NetDam;
import io.netdam.client.NetDamOptions;
import io.netdam.client.RemoteMemory;

/** Draws a ticket: start {@code netdam device}, then run this as often as you like. */
public final class TicketExample {

  private TicketExample() {}

  /** The first argument is the address of the device, {@code 127.0.0.1:7300} if it is missing. */
  public static void main(String[] arguments) {
    String address = arguments.length > 0 ? arguments[0] : "127.0.0.1:7300";
    try (NetDam net = NetDam.open(NetDamOptions.load())) {
      RemoteMemory memory = net.memory(address);
      long ticket = memory.getAndAdd(0, 1);
      System.out.println("ticket " + ticket);
    }
  }
}
