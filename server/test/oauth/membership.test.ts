import assert from "node:assert/strict"
import type { Caller } from "#access/context.ts"
import { scopes } from "#access/scopes.ts"
import {
  endOlderWorkspaceConnections,
  endWorkspaceConnection,
  listConnections,
  listWorkspaceConnections,
  revokeOlderConnections,
} from "#domains/connections/index.ts"
import {
  acceptInvitation,
  changeRole,
  createWorkspace,
  inviteMember,
  leaveWorkspace,
  listInvitations,
  removeMember,
} from "#domains/workspaces/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { type Connected, clientId } from "#test/support/agents/connect.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { mailsTo } from "#test/support/formats/mails-to.ts"
import { type McpAnswer, type McpWorld, mcpWorld } from "#test/support/worlds/mcp-world.ts"

const idOf = (caller: Caller) => (caller.kind === "anonymous" ? "" : caller.accountId)

/** Exchanges a refresh token as a client does. */
function refresh({ ask }: McpWorld, { refreshToken }: Connected) {
  const form = { "content-type": "application/x-www-form-urlencoded" }
  const fields = { grant_type: "refresh_token", refresh_token: refreshToken, client_id: clientId }
  return ask("POST", "/api/oauth/token", { headers: form, payload: new URLSearchParams(fields).toString() })
}

function assertForbidden({ status, body, headers }: McpAnswer): void {
  assert.deepEqual([status, body?.error], [403, "workspace_forbidden"])
  assert.match(headers["www-authenticate"] ?? "", /error="workspace_forbidden"/)
}

interface Invited {
  email: string
  role?: string
}

/** Invites an address; returns the mailed link. */
async function invitedLink(world: McpWorld, by: Caller, { email, role = "member" }: Invited): Promise<string> {
  await world.act(by, inviteMember, { email, role })
  await runDueJobs(world.app, jobs)
  return /\/invitations\/(\S+)/.exec(mailsTo(world, email).at(-1)?.text ?? "")?.[1] ?? ""
}

onBothDatabases("leaving a workspace ends its connections for good; rejoining grants nothing", async (t, kind) => {
  const world = await mcpWorld(t, { kind })
  const { act, callers, clock, connect, call, callWith } = world
  const bound = await connect(callers.member)
  await act("member", createWorkspace, { name: "Ink", slug: "ink-co" })
  const every = await connect(callers.member, { reach: "every" })
  const inEvery = { "svc-workspace": "ink-co" }
  clock.advance(1)

  await act("member", leaveWorkspace, {})

  for (const tool of ["list_links", "list_workspaces"]) assertForbidden(await call(bound.accessToken, tool))
  const refused = await refresh(world, bound)
  assert.deepEqual([refused.status, refused.body.error], [400, "invalid_grant"])
  assert.equal((await callWith(inEvery)(every.accessToken, "list_links")).status, 200, "another workspace stays")
  assertForbidden(await call(every.accessToken, "list_links"))
  const renewed = await refresh(world, every)
  assert.equal(renewed.status, 200)
  const ended = async () => {
    const { items } = await act("member", listConnections, {})
    return Object.fromEntries(items.map(({ id, endedReason }) => [id, endedReason]))
  }
  assert.deepEqual(await ended(), { [bound.grantId]: "no_longer_member", [every.grantId]: null })

  const token = await invitedLink(world, callers.owner, { email: "member@studio.example" })
  await act("member", acceptInvitation, { token })

  assertForbidden(await call(bound.accessToken, "list_links"))
  assert.equal((await refresh(world, bound)).body.error, "invalid_grant")
  assert.equal((await ended())[bound.grantId], "no_longer_member")
  const anew = await connect(callers.member)
  assert.equal((await call(anew.accessToken, "list_links")).status, 200)
  assert.equal((await refresh(world, anew)).status, 200)
  assert.equal((await call(every.accessToken, "list_links")).status, 200)
})

onBothDatabases("a concurrent consent and removal leave no connection without a membership", async (t, kind) => {
  const world = await mcpWorld(t, { kind })
  const { act, app, callers, call, connect } = world
  for (let round = 0; round < 4; round += 1) {
    const token = round === 0 ? "" : await invitedLink(world, callers.owner, { email: "member@studio.example" })
    if (token) await act("member", acceptInvitation, { token })
    const earlier = await connect(callers.member)
    const [connected, called] = await Promise.allSettled([
      connect(callers.member),
      call(earlier.accessToken, "create_link", { destination: "https://example.com/a" }),
      act("admin", removeMember, { accountId: idOf(callers.member) }),
    ])
    for (const one of [earlier, ...(connected.status === "fulfilled" ? [connected.value] : [])]) {
      assertForbidden(await call(one.accessToken, "list_links"))
      assert.equal((await refresh(world, one)).body.error, "invalid_grant")
    }
    assert.ok(called.status === "fulfilled" && [200, 403].includes(called.value.status))
  }
  const live = app.database.read.selectFrom("grants").select("id").where("revoked_at", "is", null)
  assert.deepEqual(await live.execute(), [])
})

onBothDatabases(
  "an admin sees and ends every member's connections to the workspace, and no others",
  async (t, kind) => {
    const world = await mcpWorld(t, { kind })
    const { act, callers, connect, call, callWith } = world
    await act("member", createWorkspace, { name: "Ink", slug: "ink-co" })
    const inInk = { "svc-workspace": "ink-co" }
    const bound = await connect(callers.member)
    const every = await connect(callers.member, { reach: "every" })
    const elsewhere = await connect(callers.member, { workspace: "ink-co" })
    const viewers = await connect(callers.viewer)
    const list = async (caller: Caller) =>
      (await act(caller, listWorkspaceConnections, {})).items.map(({ id }) => id).sort()

    assert.deepEqual(await list(callers.admin), [bound.grantId, every.grantId, viewers.grantId].sort())
    assert.deepEqual(await list(callers.member), [bound.grantId, every.grantId].sort())
    assert.deepEqual(await list(callers.viewer), [viewers.grantId])
    const { items: seen } = await act("admin", listWorkspaceConnections, {})
    const reachOf = ({ grantId }: Connected) => seen.find(({ id }) => id === grantId)?.workspace
    assert.deepEqual([reachOf(bound)?.slug, reachOf(every)], ["studio", null], "nothing of the other workspaces")
    const { items: own } = await act("member", listWorkspaceConnections, {})
    assert.equal(own.find(({ id }) => id === every.grantId)?.workspace?.slug, "studio")
    const end = (by: Caller, { grantId }: Connected) => act(by, endWorkspaceConnection, { id: grantId })
    await assert.rejects(end(callers.viewer, bound), { code: "not_found" })
    await assert.rejects(end(callers.stranger, bound), { code: "not_found" })
    await assert.rejects(end(callers.owner, elsewhere), { code: "not_found" })

    await end(callers.admin, bound)
    await end(callers.owner, every)

    assert.equal((await call(bound.accessToken, "list_links")).status, 401)
    assert.equal((await refresh(world, bound)).body.error, "invalid_grant")
    assertForbidden(await call(every.accessToken, "create_link", { destination: "https://example.com/a" }))
    assert.equal((await callWith({ "svc-workspace": "studio" })(every.accessToken, "list_links")).status, 404)
    assert.equal((await callWith(inInk)(every.accessToken, "list_links")).status, 200)
    const { body } = await callWith(inInk)(every.accessToken, "list_workspaces")
    assert.deepEqual(valuesOf(body.result.structuredContent.workspaces, "slug"), ["ink-co"])
    assert.equal((await call(elsewhere.accessToken, "list_links")).status, 200)
    assert.deepEqual(await list(callers.admin), [viewers.grantId])
    const { items } = await act("member", listConnections, {})
    assert.equal(items.find(({ id }) => id === every.grantId)?.leftOutCount, 1)
    const reasons = Object.fromEntries(items.map(({ id, endedReason }) => [id, endedReason]))
    assert.deepEqual(reasons, { [bound.grantId]: "ended_by_admin", [every.grantId]: null, [elsewhere.grantId]: null })
  },
)

onBothDatabases("a connection that is narrowed while its call runs writes nothing", async (t, kind) => {
  const { act, app, callers, connect, call } = await mcpWorld(t, { kind })
  const { accessToken, grantId } = await connect(callers.member, { reach: "every" })
  const create = () => call(accessToken, "create_link", { destination: "https://example.com/a" })
  const links = async () => (await app.database.read.selectFrom("short_links").select("id").execute()).length

  const calls = Array.from({ length: 6 }, create)
  await act("admin", endWorkspaceConnection, { id: grantId })
  const atEnd = await links()
  const statuses = (await Promise.all(calls)).map(({ status }) => status)

  assert.equal(await links(), atEnd)
  assert.equal(statuses.filter((status) => status === 200).length, atEnd)
  assert.ok(statuses.every((status) => status === 200 || status === 403))
})

onBothDatabases("the older connections of an app end together, and no other", async (t, kind) => {
  const world = await mcpWorld(t, { kind })
  const { act, app, callers, clock, connect } = world
  const made: string[] = []
  for (const options of [{}, { reach: "every" as const }, {}, {}]) {
    made.push((await connect(callers.member, options)).grantId)
    clock.advance(1)
  }
  const [first = "", second = "", third = "", fourth = ""] = made
  const { grantId: others } = await connect(callers.viewer)
  const hosted = app.database.transaction((db) =>
    db.updateTable("grants").set({ redirect_uri: "https://claude.ai/callback" }).where("id", "=", first).execute(),
  )
  await hosted
  const live = async (caller: Caller) =>
    (await act(caller, listConnections, {})).items.filter(({ endedAt }) => endedAt === null).map(({ id }) => id)

  await act("admin", endOlderWorkspaceConnections, { id: third })
  assert.deepEqual(
    await live(callers.member),
    [fourth, third, second, first],
    "one for every workspace only loses this one",
  )
  const again = await act("admin", endOlderWorkspaceConnections, { id: third })
  assert.deepEqual(again.ended, [], "what had ended before does not end again")
  const here = await act("member", listWorkspaceConnections, {})
  assert.deepEqual(valuesOf(here.items, "id"), [fourth, third, first])

  await assert.rejects(act("viewer", revokeOlderConnections, { id: fourth }), { code: "not_found" })
  await act("member", revokeOlderConnections, { id: fourth })
  assert.deepEqual(await live(callers.member), [fourth, first], "another app, in a browser elsewhere, remains")
  assert.deepEqual(await live(callers.viewer), [others])
})

onBothDatabases("an invitation ends with its inviter's right to make it", async (t, kind) => {
  const world = await mcpWorld(t, { kind })
  const { act, callers } = world
  const { owner, admin, stranger } = callers
  const waiting = async () => (await act(owner, listInvitations, {})).items.map(({ email }) => email).sort()
  await act(owner, changeRole, { accountId: idOf(admin), role: "owner" })
  await invitedLink(world, admin, { email: "first@example.com", role: "owner" })
  await invitedLink(world, admin, { email: "second@example.com" })
  await invitedLink(world, owner, { email: "third@example.com", role: "owner" })

  await act(owner, changeRole, { accountId: idOf(admin), role: "admin" })
  assert.deepEqual(await waiting(), ["second@example.com", "third@example.com"], "an admin may not invite an owner")
  const token = await invitedLink(world, admin, { email: "elsewhere@elsewhere.example" })
  await act(owner, changeRole, { accountId: idOf(admin), role: "member" })
  assert.deepEqual(await waiting(), ["third@example.com"])
  await assert.rejects(act(stranger, acceptInvitation, { token }), { code: "not_found" })

  for (const end of [
    () => act(owner, removeMember, { accountId: idOf(admin) }),
    () => act(admin, leaveWorkspace, {}),
  ]) {
    await act(owner, changeRole, { accountId: idOf(admin), role: "admin" })
    await invitedLink(world, admin, { email: "second@example.com" })
    await end()
    assert.deepEqual(await waiting(), ["third@example.com"])
    const back = await invitedLink(world, owner, { email: "admin@studio.example" })
    await act(admin, acceptInvitation, { token: back })
  }
})

onBothDatabases(
  "an invitation accepted during its inviter's removal makes a member before it, or none",
  async (t, kind) => {
    const world = await mcpWorld(t, { kind })
    const { act, app, callers } = world
    const { owner, admin, stranger } = callers
    const members = () => app.database.read.selectFrom("members").select("account_id").execute()
    for (let round = 0; round < 3; round += 1) {
      const token = await invitedLink(world, admin, { email: "owner@elsewhere.example" })
      const [joined, removed] = await Promise.allSettled([
        act(stranger, acceptInvitation, { token }),
        act(owner, removeMember, { accountId: idOf(admin) }),
      ])
      assert.equal(removed.status, "fulfilled")
      const there = (await members()).filter(({ account_id }) => account_id === idOf(stranger))
      assert.equal(there.length, joined.status === "fulfilled" ? 2 : 1)
      if (joined.status === "fulfilled") await act(owner, removeMember, { accountId: idOf(stranger) })
      await assert.rejects(act(stranger, acceptInvitation, { token }), { code: "not_found" })
      const back = await invitedLink(world, owner, { email: "admin@studio.example", role: "admin" })
      await act(admin, acceptInvitation, { token: back })
    }
  },
)

onBothDatabases("no connection can end connections", async (t, kind) => {
  const { act, callers, connect } = await mcpWorld(t, { kind })
  const { grantId } = await connect(callers.owner)
  const workspace = { slug: "studio" }
  const all = new Set(Object.keys(scopes) as (keyof typeof scopes)[])
  const agent: Caller = { kind: "connection", accountId: idOf(callers.owner), grantId, scopes: all, workspace }
  for (const action of [listWorkspaceConnections, endWorkspaceConnection, endOlderWorkspaceConnections]) {
    await assert.rejects(act(agent, action as typeof endWorkspaceConnection, { id: grantId }), {
      code: "insufficient_scope",
    })
  }
})
