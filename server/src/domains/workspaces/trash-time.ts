import { dayMs } from "#kernel/time/units.ts"
/** How long a workspace stays in the trash before its content is deleted for good. */
export const trashMs = 30 * dayMs
