/** What one message may hold. Ten thousand scattered edits are about 350 kB. */
export const maxUpdateBytes = 1_000_000

/** Of how many parts a message may be. A megabyte of empty lines that are pasted has 66,000, days of typing fewer. */
export const maxParts = 80_000

/** How much may wait for updates that have not come. Honest clients leave nothing out. */
export const maxPendingBytes = 1_000_000

/**
 * From how many steps on an update is tried aside first. Yjs looks for the place of a part among all that was written
 * there at the same time, so in the worst case the steps are as many as new parts times all parts.
 */
export const heavySteps = 2_000_000

/** What an update may take of the processor, in a thread that has just begun. Ten thousand scattered edits take 50. */
export const maxCpuMs = 250

/** After so long a trial is broken off. */
export const trialDeadlineMs = 5_000
