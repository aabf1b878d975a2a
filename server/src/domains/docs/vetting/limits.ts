/** The largest message in bytes. Ten thousand scattered edits take about 350 kB. */
export const maxUpdateBytes = 1_000_000

/** The most parts of a message. A pasted megabyte of empty lines has 66,000, days of typing have fewer. */
export const maxParts = 80_000

/** The most bytes that may wait for missing updates. Honest clients leave none out. */
export const maxPendingBytes = 1_000_000

/** The most deleted ranges in a message. Ten thousand scattered deletions have as many. */
export const maxDeletions = 80_000

/**
 * From this many estimated steps on, an update is first tried in a thread. Yjs searches for the place of a part among
 * all concurrent parts there, so the worst case is the new and deleted parts times all parts.
 */
export const heavySteps = 2_000_000

/**
 * About a quarter of a second. Ten thousand scattered edits take 60,000, a pasted megabyte 400,000. Deleting 40,000
 * list items takes a hundred million, since Yjs closes gaps one by one; browsers send that in parts.
 */
export const maxSteps = 8_000_000

/** CPU time in milliseconds after which a trial moves to the slow lane. */
export const maxFastCpuMs = 250

/** Milliseconds after which a trial is cancelled without a result. */
export const trialDeadlineMs = { fast: 5_000, slow: 60_000 }

/** An account runs one trial at a time. A lane runs several, so that one account cannot block the others. */
export const trialLanes = {
  fast: { atOnce: 4, waiting: 64, waitingOfOne: 8 },
  slow: { atOnce: 2, waiting: 16, waitingOfOne: 2 },
}
