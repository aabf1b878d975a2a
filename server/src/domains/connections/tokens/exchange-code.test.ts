import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { consent, issuedOf } from "#test/support/agents/connect.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { linesOf } from "#test/support/workspace/notifications.ts"
import { world } from "#test/support/worlds/world.ts"
import { listAuditEntries } from "../connected-apps/list-audit-entries.ts"
import { exchangeCode } from "./exchange-code.ts"
import { findConnection } from "./find-connection.ts"
import { refreshTokens } from "./refresh-tokens.ts"

onBothDatabases("a code gives tokens that open the connection, and only their hashes are stored", async (t, kind) => {
  const studio = await world(t, kind)
  const { app, cx, callers } = studio
  const { presented } = await consent({ app, cx }, callers.member, { scopes: ["links:read", "docs:read"] })

  const issued = issuedOf(await exchangeCode(cx, presented))

  assert.equal(issued.expiresIn, 3600)
  assert.equal(issued.scope, "links:read docs:read")
  assert.match(issued.accessToken, /^svc_access_[\w-]{43}$/)
  assert.match(issued.refreshToken, /^svc_refresh_[\w-]{43}$/)
  const connection = await findConnection(cx, issued.accessToken)
  assert.deepEqual([...(connection?.scopes ?? [])], ["links:read", "docs:read"])
  const rows = JSON.stringify([
    await app.database.read.selectFrom("access_tokens").selectAll().execute(),
    await app.database.read.selectFrom("refresh_tokens").selectAll().execute(),
    await app.database.read.selectFrom("authorization_codes").selectAll().execute(),
  ])
  for (const secret of [presented.code, issued.accessToken, issued.refreshToken]) assert.ok(!rows.includes(secret))
  assert.deepEqual(await linesOf(studio, "admin"), ["member connected an app on their computer"])
  for (const who of ["member", "viewer"] as const) assert.deepEqual(await linesOf(studio, who), [])
})

onSqlite("a code with another client, redirect or verifier gives nothing and stays valid", async (t, kind) => {
  const { app, cx, callers } = await world(t, kind)
  const { presented } = await consent({ app, cx }, callers.member)
  const wrong = [
    { code: "svc_code_unknown" },
    { clientId: "another" },
    { redirectUri: "http://localhost:41235/callback" },
    { redirectUri: "http://127.0.0.1:41234/callback" },
    { codeVerifier: randomBytes(32).toString("base64url") },
    { codeVerifier: "" },
  ]
  for (const change of wrong) {
    const outcome = await exchangeCode(cx, { ...presented, ...change })
    assert.ok("refused" in outcome, JSON.stringify(change))
    assert.equal(outcome.refused, "invalid_grant")
  }
  issuedOf(await exchangeCode(cx, presented))
})

onBothDatabases("a code is valid for a minute, and not longer when the clock is set back", async (t, kind) => {
  const { app, cx, callers, clock } = await world(t, kind)
  const first = await consent({ app, cx }, callers.member)
  clock.advance(59_999)
  issuedOf(await exchangeCode(cx, first.presented))
  const second = await consent({ app, cx }, callers.member)
  clock.advance(60_000)
  assert.ok("refused" in (await exchangeCode(cx, second.presented)))
  const third = await consent({ app, cx }, callers.member)
  clock.advance(-3_600_000)
  assert.ok("refused" in (await exchangeCode(cx, third.presented)))
})

onBothDatabases("a code that is used twice ends its connection, on record", async (t, kind) => {
  const { act, app, cx, callers, clock } = await world(t, kind)
  const { presented } = await consent({ app, cx }, callers.member)
  clock.advance(1)
  const issued = issuedOf(await exchangeCode(cx, presented))
  const grantId = (await findConnection(cx, issued.accessToken))?.grantId
  const refreshed = issuedOf(
    await refreshTokens(cx, { ...presented, refreshToken: issued.refreshToken, scopes: undefined }),
  )

  assert.ok("refused" in (await exchangeCode(cx, { ...presented, requestId: "second" })))

  assert.equal(await findConnection(cx, issued.accessToken), undefined)
  assert.equal(await findConnection(cx, refreshed.accessToken), undefined)
  const again = await refreshTokens(cx, { ...presented, refreshToken: refreshed.refreshToken, scopes: undefined })
  assert.ok("refused" in again)
  const { items } = await act("member", listAuditEntries, { id: grantId })
  assert.deepEqual(
    items.map(({ tool, outcome, requestId }) => ({ tool, outcome, requestId })),
    [
      { tool: "connection", outcome: "code_replayed", requestId: "second" },
      { tool: "connection", outcome: "granted", requestId: "" },
    ],
  )
})

onBothDatabases("a code that is used twice in parallel leaves no valid token", async (t, kind) => {
  const { app, cx, callers } = await world(t, kind)
  for (let round = 0; round < 10; round += 1) {
    const { presented } = await consent({ app, cx }, callers.member)
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => exchangeCode(cx, presented)))
    const issued = outcomes.filter((outcome) => "accessToken" in outcome)
    assert.equal(issued.length, 1)
    assert.equal(await findConnection(cx, issued[0]?.accessToken ?? ""), undefined)
  }
})
