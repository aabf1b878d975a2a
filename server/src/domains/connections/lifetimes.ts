const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** How long an authorization request waits for its person. */
export const requestMs = 10 * minuteMs
/** RFC 6749 §4.1.2: "The authorization code MUST expire shortly after it is issued". */
export const codeMs = minuteMs
export const accessMs = 60 * minuteMs
/** A refresh token ends when it is not used for this long. */
export const refreshMs = 30 * dayMs
/** However often it is refreshed, a connection ends this long after the consent. */
export const grantMs = 180 * dayMs
/** How long a refresh token may be repeated although its successor is in use. */
export const repeatMs = minuteMs
/** A used code is remembered this long, so that its replay ends what it issued. */
export const usedCodeMs = dayMs
/** How long the record of calls is kept. */
export const auditMs = 180 * dayMs
