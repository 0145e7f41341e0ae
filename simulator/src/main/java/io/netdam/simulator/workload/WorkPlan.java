package io.netdam.simulator.workload;

/**
 * How a client's caller behaves, by its scenario.
 *
 * @param cells how many cells of each width are used
 * @param burstMax most calls at a time
 * @param pauseNs mean time between bursts
 * @param idle chance that a pause is a long one
 * @param idleNs how long that is at most
 * @param deadlineMinNs the shortest deadline
 * @param deadlineMaxNs the longest deadline
 * @param cancels chance that a call is given up
 * @param several share of requests of several instructions
 * @param ranges share of calls on ranges
 * @param writes share of WRITE among the calls on a cell
 */
public record WorkPlan(
    int cells,
    int burstMax,
    long pauseNs,
    double idle,
    long idleNs,
    long deadlineMinNs,
    long deadlineMaxNs,
    double cancels,
    double several,
    double ranges,
    double writes) {}
