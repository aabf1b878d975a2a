/** What one message may hold. Ten thousand scattered edits are about 350 kB. */
export const maxUpdateBytes = 1_000_000

/** Of how many parts a message may be. A megabyte of empty lines that are pasted has 66,000, days of typing fewer. */
export const maxParts = 80_000

/** How much may wait for updates that have not come. Honest clients leave nothing out. */
export const maxPendingBytes = 1_000_000

/** How many ranges of what was deleted a message may name. Ten thousand scattered deletions are as many. */
export const maxDeletions = 80_000

/**
 * From how many steps on an update is tried aside first. Yjs looks for the place of a part among all that was written
 * there at the same time, so in the worst case the steps are as many as new and deleted parts times all parts.
 */
export const heavySteps = 2_000_000

/**
 * How many steps an update may take, as a trial counts them: about a quarter of a second. Ten thousand scattered edits
 * take 60,000 and a megabyte that is pasted 400,000. Deleting 40,000 items of a list at once takes a hundred million and
 * some seconds, since Yjs closes one gap of its lists after the other; browsers send that in parts.
 */
export const maxSteps = 8_000_000

/** What a trial may take of the processor, in milliseconds, before it goes on in the slow lane. */
export const maxFastCpuMs = 250

/** After so long, in milliseconds, a trial is broken off, and nothing is said of its update. */
export const trialDeadlineMs = { fast: 5_000, slow: 60_000 }

/**
 * How many trials run at once and how many wait, of all accounts; and of one account, which runs one at once. A lane runs
 * more than one, so that no account alone makes another one wait.
 */
export const trialLanes = {
  fast: { atOnce: 4, waiting: 64, waitingOfOne: 8 },
  slow: { atOnce: 2, waiting: 16, waitingOfOne: 2 },
}
