import { DatabaseOutage } from "#kernel/database-outage.ts"

/** SQLITE_BUSY, NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN: faults that the statement did not cause. */
const incapacities = new Set([5, 7, 8, 10, 11, 13, 14])
/** SQLITE_CONSTRAINT. */
const constraint = 19

/** Converts a fault that the statement did not cause to a DatabaseOutage. Returns every other fault unchanged. */
export function sqliteFault(fault: unknown): unknown {
  return incapacities.has(codeOf(fault)) ? new DatabaseOutage("The database cannot do its work", fault) : fault
}

/** The same for a commit. Any fault but a violated constraint means that SQLite could not write. */
export function commitFault(fault: unknown): unknown {
  return codeOf(fault) === constraint ? fault : new DatabaseOutage("The database could not commit", fault)
}

/** The primary result code, which is the low byte of SQLite's extended code. */
function codeOf(fault: unknown): number {
  return ((fault as { errcode?: number }).errcode ?? 0) & 0xff
}
