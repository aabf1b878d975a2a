import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import type { Scope } from "#access/scopes.ts"
import { tools } from "#surfaces/mcp/tools.ts"
import { allScopes } from "#test/support/agents/connect.ts"
import { type McpAnswer, type McpWorld, mcpWorld, toolArguments } from "#test/support/worlds/mcp-world.ts"
import { joinElsewhere } from "#test/support/worlds/world.ts"

/** A text of `studio` that no caller elsewhere may see. */
const canary = "canary-of-studio"

interface Cell {
  world: McpWorld
  /** Calls a tool with a token that was granted only this scope. */
  call(tool: string, scope: Scope): Promise<McpAnswer>
}

type Tool = (typeof tools)[number]
type Judge = (answer: McpAnswer, tool: Tool, cell: Cell) => Promise<void> | void

/** Tests every tool with every scope. With the tool's scope `judge` decides; with another the call is refused. */
function situation(
  name: string,
  open: (t: TestContext) => Promise<Cell>,
  { judge, otherScope = refusesScope }: { judge: Judge; otherScope?: Judge },
) {
  test(`${name}: ${tools.length} tools × ${allScopes.length} scopes`, async (t) => {
    const cell = await open(t)
    const faults: string[] = []
    for (const tool of tools) {
      for (const scope of allScopes) {
        const fault = await tryCell(cell, { tool, scope }, tool.scope === scope ? judge : otherScope)
        if (fault) faults.push(fault)
      }
    }
    assert.deepEqual(faults, [])
  })
}

async function tryCell(cell: Cell, { tool, scope }: { tool: Tool; scope: Scope }, judge: Judge) {
  const before = await countWritten(cell.world)
  const answer = await cell.call(tool.name, scope)
  try {
    await judge(answer, tool, cell)
    const hasWritten = tool.kind === "write" && answer.body.result
    if (!hasWritten) assert.deepEqual(await countWritten(cell.world), before, "something was written")
    return undefined
  } catch (fault) {
    return `${tool.name} with ${scope}: ${answer.status} ${answer.text.slice(0, 200)} ${fault}`
  }
}

const askedScopes = (headers: McpAnswer["headers"]) =>
  /scope="([^"]*)"/.exec(headers["www-authenticate"] ?? "")?.[1]?.split(" ") ?? []

const refusesScope: Judge = ({ status, headers, body }, tool) => {
  assert.equal(status, 403)
  assert.equal(body.error, "insufficient_scope")
  const asked = askedScopes(headers)
  assert.ok(asked.includes(tool.scope), "what the tool needs")
  assert.equal(asked.length, 2, "and what was granted")
}

/** The call reached the rule itself, with any result. */
const letsIn: Judge = ({ status, body }, tool) => {
  assert.equal(status, 200)
  if (body.result) {
    const { workspace, ...output } = body.result.structuredContent
    assert.deepEqual(Object.keys(workspace), ["slug", "name"])
    tool.action.output.parse(output)
  }
  assert.ok(body.result?.structuredContent ?? [1400, 1404, 1409].includes(body.error?.code), JSON.stringify(body))
}

const refusesToken: Judge = ({ status, headers, body }) => {
  assert.equal(status, 401)
  assert.equal(body.error, "invalid_token")
  assert.match(
    headers["www-authenticate"] ?? "",
    /^Bearer error="invalid_token", error_description="[^"]+", scope="[^"]+", resource_metadata="[^"]+"$/,
  )
  assert.deepEqual(askedScopes(headers), allScopes)
}

const forbids: Judge = ({ status, body }) => {
  assert.equal(status, 403)
  assert.equal(body.error, "workspace_forbidden")
}

/** No reason to discard the tokens: they are valid for another workspace. */
const isNotReached: Judge = ({ status, body }) => {
  assert.equal(status, 404)
  assert.equal(body.error, undefined)
  assert.match(body.error_description, /in SVC-Workspace\. Remove the header/)
}

situation("a member is let in", (t) => cells(t, { role: "member" }), { judge: letsIn })

situation("an owner is let in", (t) => cells(t, { role: "owner" }), { judge: letsIn })

situation("a viewer reads, and learns who may write", (t) => cells(t, { role: "viewer" }), {
  judge: (answer, tool, cell) => {
    if (tool.kind === "read") return letsIn(answer, tool, cell)
    assert.equal(answer.status, 200)
    assert.equal(answer.body.error.code, 1403)
    assert.deepEqual([answer.body.error.data.code, answer.body.error.data.needed_role], ["insufficient_role", "member"])
    assert.match(answer.body.error.message, /need the role member.* Ask an admin/)
    assert.doesNotMatch(answer.text, /workspace_forbidden/, "which would have the tokens thrown away")
  },
})

situation("a member who has left is forbidden", (t) => cells(t, { role: "member", afterwards: removeMembers }), {
  judge: forbids,
})

situation(
  "a member who has left and was invited back grants again",
  (t) => cells(t, { role: "member", afterwards: removeMembersAndInviteBack }),
  { judge: forbids },
)

for (const [state, set] of [
  ["deleted", { deleted_at: 1 }],
  ["suspended", { suspended_at: 1 }],
] as const) {
  const afterwards = (world: McpWorld) => changeWorkspace(world, set)
  situation(`no connection acts in a ${state} workspace`, (t) => cells(t, { role: "member", afterwards }), {
    judge: ({ status, body }) => {
      assert.equal(status, 404)
      assert.equal(Object.hasOwn(body, "error"), false)
    },
  })
}

situation("a member of another workspace sees nothing of this one", (t) => cells(t, { role: "stranger" }), {
  judge: (answer, tool, cell) => {
    letsIn(answer, tool, cell)
    assert.equal(answer.text.includes(canary), false)
    assert.equal(answer.text.includes(cell.world.workspaceId), false)
  },
})

situation(
  "a connection for one workspace reaches no other, whatever the header says",
  (t) => cells(t, { role: "member", headers: { "svc-workspace": "elsewhere" } }),
  { judge: isNotReached, otherScope: isNotReached },
)

test("a viewer of the workspace that SVC-Workspace names also gets the refusal about the role", async (t) => {
  const { app, callers, callWith, connect } = await mcpWorld(t)
  await joinElsewhere(app, callers.member, "viewer")
  const { accessToken } = await connect(callers.member, { reach: "every" })
  const { status, body } = await callWith({ "svc-workspace": "elsewhere" })(accessToken, "create_doc", {
    title: "A doc",
  })
  assert.equal(status, 200)
  assert.deepEqual([body.error.code, body.error.data.needed_role], [1403, "member"])
})

test("a former member is forbidden, also when the header names the workspace that they left", async (t) => {
  const world = await mcpWorld(t)
  const { accessToken } = await world.connect(world.callers.member)
  await removeMembers(world)
  const { status, body } = await world.callWith({ "svc-workspace": "studio" })(accessToken, "list_links")
  assert.deepEqual([status, body.error], [403, "workspace_forbidden"])
})

situation("a revoked token opens nothing", (t) => cells(t, { role: "member", afterwards: revokeAll }), {
  judge: refusesToken,
  otherScope: refusesToken,
})

situation(
  "an expired token opens nothing",
  (t) => cells(t, { role: "member", afterwards: async ({ clock }) => clock.advance(3_600_000) }),
  { judge: refusesToken, otherScope: refusesToken },
)

interface Situation {
  role: "owner" | "member" | "viewer" | "stranger"
  headers?: Record<string, string>
  afterwards?: (world: McpWorld) => Promise<void>
}

async function cells(t: TestContext, { role, headers = {}, afterwards }: Situation): Promise<Cell> {
  const world = await mcpWorld(t, { settings: { SVC_RATE_READS: "100000" } })
  const workspace = role === "stranger" ? "elsewhere" : "studio"
  await leaveCanary(world)
  const tokens = new Map<Scope, string>()
  for (const scope of allScopes) {
    tokens.set(scope, (await world.connect(world.callers[role], { scopes: [scope], workspace })).accessToken)
  }
  await afterwards?.(world)
  return { world, call: (tool, scope) => world.callWith(headers)(tokens.get(scope) ?? "", tool, toolArguments[tool]) }
}

async function leaveCanary(world: McpWorld): Promise<void> {
  const { accessToken } = await world.connect(world.callers.owner)
  const { body } = await world.call(accessToken, "create_link", { destination: "https://example.com/", title: canary })
  assert.ok(body.result)
}

async function removeMembers({ app, workspaceId }: McpWorld): Promise<void> {
  await app.database.transaction((db) => db.deleteFrom("members").where("workspace_id", "=", workspaceId).execute())
}

async function removeMembersAndInviteBack(world: McpWorld): Promise<void> {
  const { app, callers, clock, workspaceId } = world
  await removeMembers(world)
  clock.advance(1)
  assert.equal(callers.member.kind, "person")
  const { accountId } = callers.member
  const row = { workspace_id: workspaceId, account_id: accountId, role: "member" as const, created_at: app.now() }
  await app.database.transaction((db) => db.insertInto("members").values(row).execute())
}

async function changeWorkspace(
  { app, workspaceId }: McpWorld,
  set: { deleted_at: number } | { suspended_at: number },
): Promise<void> {
  await app.database.transaction((db) => db.updateTable("workspaces").set(set).where("id", "=", workspaceId).execute())
}

async function revokeAll({ app }: McpWorld): Promise<void> {
  await app.database.transaction((db) => db.updateTable("grants").set({ revoked_at: app.now() }).execute())
}

async function countWritten({ app }: McpWorld): Promise<number[]> {
  const tables = ["short_links", "stream_plans", "docs", "upload_links"] as const
  const counts = tables.map((table) =>
    app.database.read
      .selectFrom(table)
      .select((count) => count.fn.countAll<number>().as("rows"))
      .executeTakeFirstOrThrow(),
  )
  return (await Promise.all(counts)).map(({ rows }) => Number(rows))
}
