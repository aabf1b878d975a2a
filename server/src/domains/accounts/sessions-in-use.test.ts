import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import type { Context } from "#access/context.ts"
import { systemContext } from "#access/perform.ts"
import { newId } from "#kernel/ids.ts"
import { hashSecret } from "#kernel/secret.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { until } from "#test/support/basics/until.ts"
import { type DatabaseKind, onBothDatabases, onPostgres } from "#test/support/databases/test-databases.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { findPersonOfSession, sessionLifetimeMs } from "./session.ts"
import { insertSignInSession } from "./session-store.ts"
import { recordSessionUses } from "./sessions-in-use.ts"

interface Ground extends World {
  tokens: string[]
  /** Counts the transactions that write. */
  counting: Context
  written(): number
  /** When each session was last seen, in minutes from the beginning. */
  seen(): Promise<number[]>
}

async function ground(t: TestContext, kind: DatabaseKind, count: number): Promise<Ground> {
  const one = await world(t, kind)
  const { app, callers, clock } = one
  const began = clock.now()
  const tokens = Array.from({ length: count }, (_, at) => `session_${at}`)
  const { accountId = "" } = callers.owner as { accountId?: string }
  await one.cx.atomically(async (cx) => {
    for (const token of tokens) {
      const times = { created_at: began, last_seen_at: began, expires_at: began + sessionLifetimeMs }
      const id = newId("session")
      await insertSignInSession(cx, { id, hash: hashSecret(token), account_id: accountId, label: token, ...times })
    }
  })
  let written = 0
  const database: typeof app.database = {
    ...app.database,
    transaction: (work) => {
      written += 1
      return app.database.transaction(work)
    },
  }
  return {
    ...{ ...one, tokens, counting: systemContext({ ...app, database }), written: () => written },
    seen: async () => {
      const rows = await app.database.read.selectFrom("sessions").select("last_seen_at").orderBy("label").execute()
      return rows.map(({ last_seen_at }) => (last_seen_at - began) / minuteMs)
    },
  }
}

const use = (cx: Context, tokens: readonly string[]) =>
  Promise.all(tokens.map((token) => findPersonOfSession(cx, token)))

onBothDatabases("all sessions in use are recorded together, once a second and every ten minutes", async (t, kind) => {
  const { tokens, clock, counting, written, seen } = await ground(t, kind, 5)
  t.mock.timers.enable({ apis: ["setTimeout"] })
  clock.advance(10 * minuteMs - 1)
  await use(counting, tokens)
  t.mock.timers.tick(5_000)
  assert.equal(written(), 0, "ten minutes have not passed")
  clock.advance(1)
  for (let times = 0; times < 3; times += 1) await use(counting, tokens.slice(1))
  t.mock.timers.tick(999)
  assert.equal(written(), 0, "a request does not write")
  t.mock.timers.tick(1)
  t.mock.timers.reset()
  await until(async () => (await seen())[1] === 10)
  assert.deepEqual(await seen(), [0, 10, 10, 10, 10])
  await use(counting, tokens.slice(1))
  await recordSessionUses(counting)
  assert.equal(written(), 1)
})

onPostgres("a session that another transaction has locked does not make the others wait", async (t) => {
  const { app, tokens, clock, cx, seen } = await ground(t, "postgres", 3)
  clock.advance(20 * minuteMs)
  await use(cx, tokens)
  await app.database.transaction(async (db) => {
    await db.selectFrom("sessions").select("id").where("label", "=", "session_1").forShare().execute()
    await recordSessionUses(cx)
    assert.deepEqual(await seen(), [20, 0, 20])
  })
  await use(cx, tokens)
  await recordSessionUses(cx)
  assert.deepEqual(await seen(), [20, 20, 20])
})
