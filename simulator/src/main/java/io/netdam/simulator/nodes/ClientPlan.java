package io.netdam.simulator.nodes;

/**
 * What a client is, by its scenario.
 *
 * @param paths source ports to each device
 * @param operationsMax calls to a device that are open at a time
 * @param windowWanted the window it asks for
 * @param frameBytes its longest frame
 * @param retryFirstNs first retry timeout
 * @param retryMaxNs longest retry timeout
 * @param polite whether it keeps to its window
 */
public record ClientPlan(
    int paths,
    int operationsMax,
    int windowWanted,
    int frameBytes,
    long retryFirstNs,
    long retryMaxNs,
    boolean polite) {}
