import type { DatabaseSync } from "node:sqlite"

/** SQLITE_BUSY */
export const busy = 5
const longestWaitMs = 10_000

/** Retries, since SQLite ignores its timeout and refuses at once when two processes create the file together. */
export function switchToWal(database: Pick<DatabaseSync, "exec">): void {
  for (let waitedMs = 0; ; waitedMs += 20) {
    try {
      database.exec("pragma journal_mode = wal")
      return
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== busy || waitedMs >= longestWaitMs) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20) // nothing else runs yet
    }
  }
}
