/**
 * {@code netdam demo}: four devices and four clients, each a process of its own, on loopback; first
 * over a good network, then over a bad one, with a client killed and devices restarted on the way.
 *
 * <p>The walk: {@link io.netdam.cli.demo.Demo} starts the processes ({@link
 * io.netdam.cli.demo.Crew}, {@link io.netdam.cli.demo.Child}) and leads them through two {@link
 * io.netdam.cli.demo.Round}s, the second with {@link io.netdam.cli.demo.Mishaps}. They speak by
 * {@link io.netdam.cli.demo.Message}s, a line each, over standard input and output. In a child
 * {@link io.netdam.cli.demo.ChildLoop} hands them to a {@link io.netdam.cli.demo.DeviceRole} or a
 * {@link io.netdam.cli.demo.ClientRole}. What a client found out is judged in the parent alone, by
 * {@link io.netdam.cli.demo.TicketCheck}, {@link io.netdam.cli.demo.CellCheck} and {@link
 * io.netdam.cli.demo.FileCheck}: the first wrong thing ends the demo as a {@link
 * io.netdam.cli.demo.DemoException}.
 */
@NullMarked
package io.netdam.cli.demo;

import org.jspecify.annotations.NullMarked;
