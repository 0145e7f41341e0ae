/**
 * The command line: {@code netdam device}, {@code read}, {@code write}, {@code add}, {@code cas},
 * {@code ticket}, {@code stat}, {@code demo}.
 *
 * <p>{@link io.netdam.cli.Main} puts the commands together and turns what goes wrong into one
 * message and an {@link io.netdam.cli.ExitCode}. One file is one command: what it takes, what it
 * says, and what it calls. {@link io.netdam.cli.Numbers} reads numbers as people write them, {@link
 * io.netdam.cli.ClientOptions} what all commands that speak to a device have in common.
 */
@NullMarked
package io.netdam.cli;

import org.jspecify.annotations.NullMarked;
