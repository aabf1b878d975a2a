import { setTimeout as sleep } from "node:timers/promises"
import { DatabaseOutage } from "#kernel/database-outage.ts"
import { nowMs } from "../commit-store.ts"
import type { PostgresPool } from "./pool.ts"

/** How long to look for the result of a commit, while its caller waits, in milliseconds. */
const searchMs = 5_000

/**
 * The SQL that leaves a mark and commits. The mark is a row that exists if, and only if, the transaction committed. It
 * is one message, so it takes no longer than a commit alone.
 *
 * @param mark an id of ours, which needs no quoting.
 */
export function commitWith(mark: string): string {
  return `insert into commits (id, made_at) values ('${mark}', ${nowMs}); commit`
}

/**
 * Whether a commit whose response was lost has succeeded. Waits for a commit that is still running. One that has not
 * reached the server can never succeed, since its mark is taken here. (Transaction numbers are no help: after a crash
 * PostgreSQL reuses those that were not on disk.)
 *
 * @throws DatabaseOutage when the database cannot be asked within five seconds, so that the result stays unknown.
 */
export async function hasCommitted(aside: PostgresPool, mark: string): Promise<boolean> {
  const end = performance.now() + searchMs
  for (;;) {
    try {
      return await ask(aside, mark)
    } catch (fault) {
      if (performance.now() > end) throw new DatabaseOutage("It is not known whether the transaction committed", fault)
      await sleep(50)
    }
  }
}

/** May be repeated: a later call reads the row that an earlier one wrote. */
async function ask(aside: PostgresPool, mark: string): Promise<boolean> {
  const line = await aside.acquire()
  try {
    const { rows } = await line.query(
      `insert into commits (id, made_at, abandoned_at) values ($1, ${nowMs}, ${nowMs})
        on conflict (id) do update set id = excluded.id returning abandoned_at`,
      [mark],
    )
    return rows[0].abandoned_at === null
  } finally {
    aside.release(line)
  }
}
