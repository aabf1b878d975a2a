import assert from "node:assert/strict"
import { dayMs } from "#kernel/time/units.ts"
import { clientId, connect, issuedOf } from "#test/support/agents/connect.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { listAuditEntries } from "../connected-apps/list-audit-entries.ts"
import { findConnection } from "./find-connection.ts"
import { refreshTokens } from "./refresh-tokens.ts"
import type { Issued } from "./tokens.ts"

const refresh = ({ cx }: Pick<World, "cx">, refreshToken: string, changes: object = {}) =>
  refreshTokens(cx, { refreshToken, clientId, scopes: undefined, requestId: "test", ...changes })

async function refreshed(world: Pick<World, "cx">, refreshToken: string): Promise<Issued> {
  return issuedOf(await refresh(world, refreshToken))
}

async function isOver(world: Pick<World, "cx">, refreshToken: string): Promise<boolean> {
  return "refused" in (await refresh(world, refreshToken))
}

onBothDatabases("a refresh token gives a new pair; the old access token stays valid for its hour", async (t, kind) => {
  const here = await world(t, kind)
  const first = await connect(here, here.callers.member)
  const second = await refreshed(here, first.refreshToken)
  assert.notEqual(second.refreshToken, first.refreshToken)
  assert.match(second.refreshToken, /^svc_refresh_[\w-]{43}$/)
  assert.ok(await findConnection(here.cx, first.accessToken))
  assert.ok(await findConnection(here.cx, second.accessToken))
  here.clock.advance(3_600_000)
  assert.equal(await findConnection(here.cx, second.accessToken), undefined)
  const third = await refreshed(here, second.refreshToken)
  here.clock.advance(-3_600_000)
  assert.equal(await findConnection(here.cx, third.accessToken), undefined, "no clock that is set back prolongs it")
})

onBothDatabases("a token repeated within a minute has the same successor, even if that is in use", async (t, kind) => {
  const here = await world(t, kind)
  const first = await connect(here, here.callers.member)
  const second = await refreshed(here, first.refreshToken)
  const third = await refreshed(here, second.refreshToken)
  here.clock.advance(60_000)
  const again = await refreshed(here, first.refreshToken)
  assert.equal(again.refreshToken, second.refreshToken)
  assert.notEqual(again.accessToken, second.accessToken)
  assert.ok(await findConnection(here.cx, third.accessToken))
})

onBothDatabases("a token repeated days later has the same successor while that is unused", async (t, kind) => {
  const here = await world(t, kind)
  const first = await connect(here, here.callers.member)
  const second = await refreshed(here, first.refreshToken)
  here.clock.advance(20 * dayMs)
  const again = await refreshed(here, first.refreshToken)
  assert.equal(again.refreshToken, second.refreshToken)
  assert.ok(await refreshed(here, second.refreshToken))
})

onBothDatabases("a token repeated after its successor was used ends the connection, on record", async (t, kind) => {
  const here = await world(t, kind)
  const first = await connect(here, here.callers.member)
  const second = await refreshed(here, first.refreshToken)
  const third = await refreshed(here, second.refreshToken)
  here.clock.advance(60_001)

  assert.ok(await isOver(here, first.refreshToken))

  assert.ok(await isOver(here, third.refreshToken))
  for (const { accessToken } of [first, second, third]) {
    assert.equal(await findConnection(here.cx, accessToken), undefined)
  }
  assert.ok(await isOver(here, first.refreshToken))
  const { items } = await here.act("member", listAuditEntries, { id: first.grantId })
  assert.deepEqual(valuesOf(items, "outcome"), ["refresh_token_reused", "granted"])
})

onBothDatabases(
  "a refresh may narrow the access token, never widen it; the next one has all again",
  async (t, kind) => {
    const here = await world(t, kind)
    const first = await connect(here, here.callers.member, { scopes: ["links:read", "docs:read"] })
    const narrow = issuedOf(await refresh(here, first.refreshToken, { scopes: ["docs:read"] }))
    assert.equal(narrow.scope, "docs:read")
    assert.deepEqual([...((await findConnection(here.cx, narrow.accessToken))?.scopes ?? [])], ["docs:read"])

    const wide = await refresh(here, narrow.refreshToken, { scopes: ["docs:read", "docs:write"] })
    assert.ok("refused" in wide && wide.refused === "invalid_scope")
    assert.equal((await refreshed(here, narrow.refreshToken)).scope, "links:read docs:read")
  },
)

onBothDatabases("a connection ends when it is not used for 30 days", async (t, kind) => {
  const here = await world(t, kind)
  const first = await connect(here, here.callers.member)
  here.clock.advance(30 * dayMs - 1)
  const second = await refreshed(here, first.refreshToken)
  here.clock.advance(30 * dayMs)
  assert.ok(await isOver(here, second.refreshToken))
})

onBothDatabases("a connection ends after 180 days, however often it is used", async (t, kind) => {
  const here = await world(t, kind)
  let { refreshToken } = await connect(here, here.callers.member)
  for (let day = 20; day < 180; day += 20) {
    here.clock.advance(20 * dayMs)
    refreshToken = (await refreshed(here, refreshToken)).refreshToken
  }
  here.clock.advance(20 * dayMs - 60_000)
  const last = await refreshed(here, refreshToken)
  assert.equal(last.expiresIn, 60)
  here.clock.advance(60_000)
  assert.ok(await isOver(here, last.refreshToken))
  assert.equal(await findConnection(here.cx, last.accessToken), undefined)
})

onBothDatabases("another client's name, or an unknown token, gives nothing", async (t, kind) => {
  const here = await world(t, kind)
  const { refreshToken, accessToken } = await connect(here, here.callers.member)
  assert.ok("refused" in (await refresh(here, refreshToken, { clientId: "another" })))
  assert.ok(await isOver(here, `${refreshToken}x`))
  assert.ok(await isOver(here, accessToken))
  await refreshed(here, refreshToken)
})

onBothDatabases("twenty parallel refreshes with one token leave one valid chain", async (t, kind) => {
  const here = await world(t, kind)
  for (let round = 0; round < 5; round += 1) {
    const { refreshToken, grantId } = await connect(here, here.callers.member)
    const answers = await Promise.all(Array.from({ length: 20 }, () => refreshed(here, refreshToken)))
    assert.equal(new Set(answers.map((answer) => answer.refreshToken)).size, 1)
    assert.equal(new Set(answers.map((answer) => answer.accessToken)).size, 20)
    const chain = here.app.database.read.selectFrom("refresh_tokens").where("grant_id", "=", grantId)
    assert.equal((await chain.where("rotated_at", "is", null).selectAll().execute()).length, 1)
    assert.ok(await refreshed(here, answers[0]?.refreshToken ?? ""))
  }
})
