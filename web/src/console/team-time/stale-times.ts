import type { ReadName } from "../calls.ts"

/** The reads to invalidate after a member changed their own hours. */
export const staleTimes: readonly ReadName[] = ["get-team-week", "get-team-time", "get-working-hours"]
