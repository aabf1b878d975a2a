import type { ReadName } from "../ask.ts"

/** What is not true any more once somebody has changed their own time. */
export const staleTimes: readonly ReadName[] = ["get-team-week", "get-team-time", "get-working-hours"]
