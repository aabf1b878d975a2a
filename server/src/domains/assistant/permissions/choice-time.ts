import { dayMs } from "#kernel/time/days.ts"

/** How long what a member chose for a tool holds. */
export const choiceMs = 90 * dayMs
