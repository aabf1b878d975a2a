import { dayMs } from "#kernel/time/units.ts"

/** How long a member's choice for a tool is valid. */
export const choiceMs = 90 * dayMs
