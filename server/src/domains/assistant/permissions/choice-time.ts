import { dayMs } from "#kernel/time/units.ts"

export const choiceMs = 90 * dayMs
