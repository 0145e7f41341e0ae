/**
 * The one door to the operating system: every foreign call of the project stands here, each behind
 * {@link io.netdam.os.OperatingSystem} and each with a substitute in plain Java, taken call by call
 * where the JVM or the kernel forbids the real one.
 *
 * <p>{@code PortableSystem} is all substitutes, {@code LinuxSystem} tries {@code LinuxCall} first,
 * {@code MemoryLimits} reads what the machine and the container leave. {@link
 * io.netdam.os.DescriptorSystem} is a door of its own: local sockets that pass descriptors, and
 * what can be passed; its calls are linked when somebody asks for it. A device asks here for its
 * memory at the start; on the two walks of a packet this room has no part.
 */
@NullMarked
package io.netdam.os;

import org.jspecify.annotations.NullMarked;
