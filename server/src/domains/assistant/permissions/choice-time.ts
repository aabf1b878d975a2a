import { dayMs } from "#kernel/time/days.ts"

/** How long a member's choice for a tool is valid. */
export const choiceMs = 90 * dayMs
