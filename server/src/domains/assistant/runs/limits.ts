/** How long a process holds a run without renewing its lease, in milliseconds. */
export const leaseMs = 10_000
/** The most runs of one person at a time. */
export const mostRuns = 5
export const mostMessageBytes = 32 * 1024
