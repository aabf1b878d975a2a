import { setTimeout as sleep } from "node:timers/promises"
import { DatabaseOutage } from "#kernel/database-outage.ts"
import { nowMs } from "../commit-store.ts"
import type { PostgresPool } from "./pool.ts"

/** How long to look for the result of a commit, in milliseconds. The caller waits for it. */
const searchMs = 5_000

/**
 * The mark exists if, and only if, the transaction committed. Both statements are one message, as fast as a commit. The
 * mark needs no quoting.
 */
export function commitWith(mark: string): string {
  return `insert into commits (id, made_at) values ('${mark}', ${nowMs}); commit`
}

/**
 * Waits for a running commit. Inserts a missing mark, so that a late commit can never succeed. Transaction numbers do
 * not help: a crash makes PostgreSQL reuse them. @throws DatabaseOutage without an answer within five seconds.
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
