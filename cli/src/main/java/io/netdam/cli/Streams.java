package io.netdam.cli;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * Where a command reads and writes.
 *
 * @param in what {@code write --file -} takes
 * @param out results, and nothing else
 * @param err errors and progress
 */
record Streams(InputStream in, PrintStream out, PrintStream err) {}
