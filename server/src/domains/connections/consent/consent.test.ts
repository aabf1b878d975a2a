import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { clientId, connect, issuedOf, loopback, newPkce } from "#test/support/agents/connect.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { insertWorkspace, type World, world } from "#test/support/worlds/world.ts"
import { exchangeCode } from "../tokens/exchange-code.ts"
import { findConnection } from "../tokens/find-connection.ts"
import { denyConsent } from "./deny-consent.ts"
import { getConsent } from "./get-consent.ts"
import { grantConsent } from "./grant-consent.ts"
import { startAuthorization } from "./start-authorization.ts"

const ask = ({ cx }: World, changes: object = {}) =>
  startAuthorization(cx, {
    clientId,
    redirectUri: loopback,
    scopes: ["workspace:read", "links:read"],
    state: "opaque",
    codeChallenge: newPkce().codeChallenge,
    ...changes,
  })

onSqlite("the page shows the app, the scopes, the workspaces and the lifetimes", async (t, kind) => {
  const here = await world(t, kind)
  const consent = await here.act("viewer", getConsent, { requestId: await ask(here) })

  assert.equal(consent.clientId, clientId)
  assert.equal(consent.redirectHost, "localhost:41234")
  assert.equal(consent.isLocal, true)
  assert.deepEqual(valuesOf(consent.scopes, "scope"), ["links:read", "workspace:read"])
  assert.match(consent.scopes[1]?.note ?? "", /calendar/)
  assert.deepEqual(
    consent.workspaces.map((workspace) => ({ ...workspace })), // SQLite's rows have no prototype
    [{ slug: "studio", name: "Studio Ada", role: "viewer" }],
  )
  assert.equal(consent.unusedMs, 30 * 86_400_000)
  assert.equal(consent.longestMs, 180 * 86_400_000)
})

onSqlite("a decision returns the client's state to its redirect address", async (t, kind) => {
  const here = await world(t, kind)
  const choice = { reach: "one", workspace: "studio", scopes: ["links:read", "workspace:read"] }
  const granted = await here.act("member", grantConsent, { requestId: await ask(here), ...choice })
  const app = { clientName: "Your agent", redirectHost: "localhost:41234", isLocal: true, redirectUri: loopback }
  assert.deepEqual({ ...granted, code: "" }, { ...app, state: "opaque", code: "" })
  const stateless = await ask(here, { state: undefined })
  assert.deepEqual(await here.act("member", denyConsent, { requestId: stateless }), app)
})

onSqlite("a request is decided once, and within ten minutes", async (t, kind) => {
  const here = await world(t, kind)
  const { act, clock } = here
  const choice = { reach: "one", workspace: "studio", scopes: ["links:read", "workspace:read"] }
  const requestId = await ask(here)
  const grants = Array.from({ length: 5 }, () => act("member", grantConsent, { requestId, ...choice }))
  const outcomes = await Promise.allSettled([...grants, act("member", denyConsent, { requestId })])
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1)
  await assert.rejects(act("member", getConsent, { requestId }), { code: "not_found" })

  const late = await ask(here)
  clock.advance(10 * 60_000)
  await assert.rejects(act("member", getConsent, { requestId: late }), { code: "not_found" })
  await assert.rejects(act("member", grantConsent, { requestId: late, ...choice }), { code: "not_found" })

  const backwards = await ask(here)
  clock.advance(-3_600_000)
  await assert.rejects(act("member", getConsent, { requestId: backwards }), { code: "not_found" })
  await assert.rejects(act("member", denyConsent, { requestId: backwards }), { code: "not_found" })
})

onSqlite("a workspace of others cannot be chosen, and the request stays open", async (t, kind) => {
  const here = await world(t, kind)
  const requestId = await ask(here)
  for (const workspace of ["elsewhere", "nowhere"]) {
    for (const reach of ["one", "every"]) {
      const choice = { requestId, reach, workspace, scopes: ["links:read"] }
      await assert.rejects(here.act("member", grantConsent, choice), { code: "invalid_request" })
    }
  }
  assert.ok(await here.act("member", getConsent, { requestId }))
})

onSqlite("a grant for every workspace has no workspace, and a default one", async (t, kind) => {
  const here = await world(t, kind)
  const id = await insertWorkspace(here.app, "second", "Second")
  const { member } = here.callers
  assert.equal(member.kind, "person")
  const row = { workspace_id: id, account_id: member.accountId, role: "viewer" as const, created_at: 1 }
  await here.app.database.transaction((db) => db.insertInto("members").values(row).execute())

  const every = await connect(here, member, { reach: "every", workspace: "second" })
  const one = await connect(here, member, { reach: "one", workspace: "second" })

  const found = await findConnection(here.cx, every.accessToken)
  assert.deepEqual([found?.workspaceId, found?.defaultWorkspaceId], [null, id])
  assert.equal((await findConnection(here.cx, one.accessToken))?.workspaceId, id)
})

onSqlite("scopes that are unticked or were not requested are not granted", async (t, kind) => {
  const here = await world(t, kind)
  const choice = { reach: "one", workspace: "studio", scopes: ["workspace:read", "drive:write"] }
  const codeVerifier = "v".repeat(43)
  const codeChallenge = createHash("sha256").update(codeVerifier).digest("base64url")
  const { code } = await here.act("member", grantConsent, { requestId: await ask(here, { codeChallenge }), ...choice })

  const presented = { code, clientId, redirectUri: loopback, codeVerifier, requestId: "test" }
  const issued = issuedOf(await exchangeCode(here.cx, presented))
  assert.equal(issued.scope, "workspace:read")
  assert.deepEqual([...((await findConnection(here.cx, issued.accessToken))?.scopes ?? [])], ["workspace:read"])
})

onBothDatabases("with nothing ticked nothing is allowed, and the request stays open", async (t, kind) => {
  const here = await world(t, kind)
  const requestId = await ask(here)
  for (const scopes of [[], ["drive:write"], ["constructor"]]) {
    const choice = { requestId, reach: "one", workspace: "studio", scopes }
    await assert.rejects(here.act("member", grantConsent, choice), { code: "invalid_request", field: "scopes" })
  }
  assert.ok(await here.act("member", getConsent, { requestId }))
})
