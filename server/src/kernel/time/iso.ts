/** ISO 8601 in UTC, of epoch milliseconds. */
export const toIso = (at: number): string => new Date(at).toISOString()

export const toIsoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at))
