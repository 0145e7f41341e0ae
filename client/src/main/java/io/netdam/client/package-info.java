/**
 * The client: remote memory as Java sees it.
 *
 * <p>{@link io.netdam.client.NetDam} holds a link and an engine, {@link
 * io.netdam.client.RemoteMemory} is the memory of one device with verbs as {@link
 * java.lang.invoke.VarHandle} has them, {@link io.netdam.client.Operations} is the allocation-free
 * form for one owner thread. An outcome other than done is thrown as {@link
 * io.netdam.client.NetDamException}, which says what happened to the memory.
 *
 * <p>The walk of a blocking call: {@code RemoteMemory} checks the arguments and takes a {@code
 * Call}; {@code Driver} hands its parts to the engine, and whoever waits first drives the link for
 * all who wait; the engine completes the call; {@code Outcomes} turns it into a value or an
 * exception.
 */
@NullMarked
package io.netdam.client;

import org.jspecify.annotations.NullMarked;
