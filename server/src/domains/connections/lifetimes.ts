import { dayMs, minuteMs } from "#kernel/time/units.ts"

export const requestMs = 10 * minuteMs
export const decidedMs = dayMs
/** RFC 6749 §4.1.2: "The authorization code MUST expire shortly after it is issued". */
export const codeMs = minuteMs
export const accessMs = 60 * minuteMs
export const refreshMs = 30 * dayMs
/** A connection ends this long after the consent, even if it is refreshed. */
export const grantMs = 180 * dayMs
/** How long a refresh token may be repeated even after its successor was used. */
export const repeatMs = minuteMs
/** A used code is stored this long, so that its replay ends the tokens that it issued. */
export const usedCodeMs = dayMs
/** How long the record of calls is kept. */
export const auditMs = 180 * dayMs
