import assert from "node:assert/strict"
import { anonymous, type Caller } from "#access/context.ts"
import { sweepTables } from "#engines/jobs/retention.ts"
import { dayMs } from "#kernel/time/units.ts"
import { clientId, connect, consent, issuedOf } from "#test/support/agents/connect.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { world } from "#test/support/worlds/world.ts"
import { listAuditEntries } from "./connected-apps/list-audit-entries.ts"
import { listConnections } from "./connected-apps/list-connections.ts"
import { revokeConnection } from "./connected-apps/revoke-connection.ts"
import { denyConsent } from "./consent/deny-consent.ts"
import { getConsent } from "./consent/get-consent.ts"
import { grantConsent } from "./consent/grant-consent.ts"
import { insertAuditEntries } from "./tokens/audit-store.ts"
import { exchangeCode } from "./tokens/exchange-code.ts"
import { findConnection } from "./tokens/find-connection.ts"
import { refreshTokens } from "./tokens/refresh-tokens.ts"

onSqlite("an ended connection is refused at the next call and at the next refresh", async (t, kind) => {
  const { act, app, cx, callers } = await world(t, kind)
  const { grantId, accessToken, refreshToken } = await connect({ app, cx }, callers.member)
  const other = await connect({ app, cx }, callers.member)

  await act("member", revokeConnection, { id: grantId })
  await act("member", revokeConnection, { id: grantId })

  assert.equal(await findConnection(cx, accessToken), undefined)
  assert.ok("refused" in (await refreshTokens(cx, { refreshToken, clientId, scopes: undefined, requestId: "test" })))
  assert.ok(await findConnection(cx, other.accessToken), "another connection of the same app remains")
  const { items } = await act("member", listAuditEntries, { id: grantId })
  assert.equal(items.filter(({ outcome }) => outcome === "revoked").length, 1)
})

onSqlite("the list shows each connection with its workspace, its last use and how it ended", async (t, kind) => {
  const { act, app, cx, callers, clock } = await world(t, kind)
  const started = clock.now()
  const first = await connect({ app, cx }, callers.member, { scopes: ["links:read"] })
  clock.advance(1000)
  const second = await connect({ app, cx }, callers.member, { reach: "every" })
  await consent({ app, cx }, callers.member) // its code is never exchanged
  await act("member", revokeConnection, { id: second.grantId })

  const { items } = await act("member", listConnections, {})

  assert.deepEqual(
    items.map(({ id, reach, workspace, endedReason, liveUntil }) => ({ id, reach, workspace, endedReason, liveUntil })),
    [
      {
        id: second.grantId,
        reach: "every",
        workspace: { slug: "studio", name: "Studio Ada" },
        endedReason: "revoked",
        liveUntil: null,
      },
      {
        id: first.grantId,
        reach: "one",
        workspace: { slug: "studio", name: "Studio Ada" },
        endedReason: null,
        liveUntil: started + 30 * dayMs,
      },
    ],
  )
  assert.equal(items[1]?.lastUsedAt, started)
  clock.advance(30 * dayMs)
  await sweepTables(
    cx,
    "authorization_requests",
    "access_tokens",
    "refresh_tokens",
    "authorization_codes",
    "audit_entries",
    "grants",
  )
  const later = await act("member", listConnections, {})
  assert.deepEqual(
    later.items.map(({ id, endedReason }) => ({ id, endedReason })),
    [
      { id: second.grantId, endedReason: "revoked" },
      { id: first.grantId, endedReason: "expired" },
    ],
  )
})

onBothDatabases("lists continue at the cursor", async (t, kind) => {
  const { act, app, cx, callers, clock } = await world(t, kind)
  const ids: string[] = []
  for (let at = 0; at < 5; at += 1) {
    ids.unshift((await connect({ app, cx }, callers.member)).grantId)
    clock.advance(1)
  }
  const first = await act("member", listConnections, { limit: 3 })
  const second = await act("member", listConnections, { limit: 3, cursor: first.nextCursor })
  assert.deepEqual(valuesOf([...first.items, ...second.items], "id"), ids)
  assert.equal(second.nextCursor, undefined)
  const audit = { id: ids[0], limit: 1 }
  assert.equal((await act("member", listAuditEntries, audit)).nextCursor, undefined)
})

onSqlite("a person cannot see or end another person's connection", async (t, kind) => {
  const { act, app, cx, callers } = await world(t, kind)
  const { grantId, accessToken } = await connect({ app, cx }, callers.member)
  await assert.rejects(act("owner", revokeConnection, { id: grantId }), { code: "not_found" })
  await assert.rejects(act("owner", listAuditEntries, { id: grantId }), { code: "not_found" })
  assert.deepEqual((await act("owner", listConnections, {})).items, [])
  assert.ok(await findConnection(cx, accessToken))
})

onSqlite("an agent can neither see connections nor make or end one", async (t, kind) => {
  const { act, app, cx, callers } = await world(t, kind)
  const { accessToken } = await connect({ app, cx }, callers.owner)
  const found = await findConnection(cx, accessToken)
  assert.ok(found)
  const agent: Caller = { kind: "connection", ...found, workspace: { workspaceId: found.defaultWorkspaceId } }
  for (const action of [getConsent, grantConsent, denyConsent, listConnections, listAuditEntries, revokeConnection]) {
    await assert.rejects(act(agent, action as typeof getConsent, {}), { code: "insufficient_scope" })
    await assert.rejects(act(anonymous, action as typeof getConsent, {}), { code: "invalid_token" })
  }
})

onSqlite("an access token opens only the tool server that it was issued for", async (t, kind) => {
  const { app, cx, callers } = await world(t, kind)
  const { accessToken } = await connect({ app, cx }, callers.member)
  const elsewhere = { ...cx, addresses: { ...cx.addresses, mcp: "https://mcp.example/mcp" } }
  assert.equal(await findConnection(elsewhere, accessToken), undefined)
})

onBothDatabases("the last use is written at most once a minute", async (t, kind) => {
  const { act, app, cx, callers, clock } = await world(t, kind)
  const { accessToken, grantId } = await connect({ app, cx }, callers.member)
  const lastUse = async () => (await act("member", listConnections, {})).items[0]?.lastUsedAt
  const connectedAt = clock.now()
  clock.advance(59_999)
  await findConnection(cx, accessToken)
  assert.equal(await lastUse(), connectedAt)
  clock.advance(1)
  await Promise.all([findConnection(cx, accessToken), findConnection(cx, accessToken)])
  assert.equal(await lastUse(), clock.now(), grantId)
})

onSqlite(
  "a call writes nothing within a minute of the last use, nor once the connection has ended",
  async (t, kind) => {
    const { act, app, cx, callers, clock } = await world(t, kind)
    const { accessToken, grantId } = await connect({ app, cx }, callers.member)
    let writes = 0
    const atomically: typeof cx.atomically = (work) => {
      writes += 1
      return cx.atomically(work)
    }
    const use = async () => {
      await findConnection({ ...cx, atomically }, accessToken)
      return writes
    }
    assert.equal(await use(), 0)
    clock.advance(60_000)
    assert.deepEqual([await use(), await use()], [1, 1])
    await act("member", revokeConnection, { id: grantId })
    clock.advance(60_000)
    assert.equal(await use(), 1)
  },
)

onBothDatabases("expired rows are swept; live ones, decided requests and used codes stay", async (t, kind) => {
  const { app, cx, callers, clock } = await world(t, kind)
  const { presented } = await consent({ app, cx }, callers.member)
  issuedOf(await exchangeCode(cx, presented))
  const { refreshToken } = await connect({ app, cx }, callers.member)
  const idle = await consent({ app, cx }, callers.member)
  clock.advance(3_600_001)
  await sweepTables(
    cx,
    "authorization_requests",
    "access_tokens",
    "refresh_tokens",
    "authorization_codes",
    "audit_entries",
    "grants",
  )
  const count = async () => {
    const { read } = app.database
    return {
      requests: (await read.selectFrom("authorization_requests").select("id").execute()).length,
      access: (await read.selectFrom("access_tokens").select("hash").execute()).length,
      codes: (await read.selectFrom("authorization_codes").select("hash").execute()).length,
      refresh: (await read.selectFrom("refresh_tokens").select("hash").execute()).length,
    }
  }
  assert.deepEqual(await count(), { requests: 3, access: 0, codes: 3, refresh: 2 })
  assert.ok("refused" in (await exchangeCode(cx, idle.presented)))
  const replay = await exchangeCode(cx, presented)
  assert.ok("refused" in replay && replay.reason.includes("ended"))

  clock.advance(dayMs)
  await sweepTables(
    cx,
    "authorization_requests",
    "access_tokens",
    "refresh_tokens",
    "authorization_codes",
    "audit_entries",
    "grants",
  )
  assert.deepEqual(await count(), { requests: 0, access: 0, codes: 0, refresh: 2 })
  issuedOf(await refreshTokens(cx, { refreshToken, clientId, scopes: undefined, requestId: "test" }))
  const unused = await app.database.read
    .selectFrom("grants")
    .where("revoked_reason", "=", "unused")
    .select("id")
    .execute()
  assert.equal(unused.length, 1)
})

onBothDatabases("the record of many calls is written in batches and kept for 180 days", async (t, kind) => {
  const { act, app, cx, callers, clock, workspaceId } = await world(t, kind)
  assert.equal(callers.member.kind, "person")
  const { accountId } = callers.member
  const { grantId } = await connect({ app, cx }, callers.member)
  const entry = { grantId, accountId, workspaceId, tool: "list_links", argumentsDigest: "x", outcome: "ok" }
  const entries = Array.from({ length: 2_500 }, (_, at) => ({
    ...entry,
    requestId: `r${at}`,
    at: clock.now() + 1 + at,
  }))
  await cx.atomically((cx) => insertAuditEntries(cx, entries))

  const { items } = await act("member", listAuditEntries, { id: grantId, limit: 2 })
  assert.deepEqual(items[0], {
    id: items[0]?.id,
    tool: "list_links",
    workspaceSlug: "studio",
    outcome: "ok",
    thing: null,
    requestId: "r2499",
    at: clock.now() + 2_500,
  })

  clock.advance(180 * dayMs + 1_000)
  await sweepTables(
    cx,
    "authorization_requests",
    "access_tokens",
    "refresh_tokens",
    "authorization_codes",
    "audit_entries",
    "grants",
  )
  const left = await app.database.read.selectFrom("audit_entries").select("id").execute()
  assert.equal(left.length, 1_500)
})
