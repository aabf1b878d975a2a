/** How long a process that works on a run may be silent before another takes it. */
export const leaseMs = 10_000
/** How many runs of one person go on at once. */
export const mostRuns = 5
/** The most that one message of a person may have, in bytes. */
export const mostMessageBytes = 32 * 1024
