import { DatabaseOutage } from "#kernel/database-outage.ts"

/** SQLITE_BUSY, NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN: what is wrong is not the statement. */
const incapacities = new Set([5, 7, 8, 10, 11, 13, 14])
/** SQLITE_CONSTRAINT. */
const constraint = 19

/** Makes an outage of a fault that has nothing to do with what was asked; leaves every other one as it is. */
export function sqliteFault(fault: unknown): unknown {
  return incapacities.has(codeOf(fault)) ? new DatabaseOutage("The database cannot do its work", fault) : fault
}

/** The same for a commit, which fails only when nothing could be written, or nothing is left of it to write. */
export function commitFault(fault: unknown): unknown {
  return codeOf(fault) === constraint ? fault : new DatabaseOutage("The database could not commit", fault)
}

/** Its low byte is the kind of fault, what is above it the occasion. */
function codeOf(fault: unknown): number {
  return ((fault as { errcode?: number }).errcode ?? 0) & 0xff
}
