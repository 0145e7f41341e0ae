/**
 * The laws of the project as tests.
 *
 * <p>{@link io.netdam.laws.House} finds the rooms, {@link io.netdam.laws.JavaSource} reads a source
 * as a tree, {@link io.netdam.laws.CompiledClass} a class file. Each law is one test class: a pure
 * function from what was read to findings, each a sentence that names the place and the remedy; one
 * test asserts that the house has none, others plant violations and assert that they are found.
 */
@NullMarked
package io.netdam.laws;

import org.jspecify.annotations.NullMarked;
