import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { test } from "node:test"
import { listAuditEntries, listWorkspaceAuditEntries } from "#domains/connections/index.ts"
import { trashLink } from "#domains/links/index.ts"
import { findRoute } from "#surfaces/console/first-data.ts"
import { openAuditBatch } from "#surfaces/mcp/audit-batch.ts"
import { openRecord } from "#surfaces/mcp/record.ts"
import { tools } from "#surfaces/mcp/tools.ts"
import { connect } from "#test/support/agents/connect.ts"
import { until } from "#test/support/basics/until.ts"
import { rowsOf, valuesOf } from "#test/support/basics/values-of.ts"
import { brokenDatabase } from "#test/support/databases/broken-database.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { consoleOf } from "#test/support/worlds/console-world.ts"
import { mcpWorld } from "#test/support/worlds/mcp-world.ts"
import { pagesOf } from "#test/support/worlds/page-world.ts"
import { world } from "#test/support/worlds/world.ts"

onBothDatabases("every call leaves one line that its person can read", async (t, kind) => {
  const { act, call, callers, connect, record, server, workspaceId } = await mcpWorld(t, { kind })
  const { accessToken, grantId } = await connect(callers.member, { scopes: ["links:read", "links:write"] })
  const link = { destination: "https://example.com/", slug: "launch" }

  await call(accessToken, "create_link", link)
  const written = await record(grantId)
  assert.match(written[0]?.thing ?? "", /^link_/)
  assert.deepEqual(
    rowsOf(written, "tool", "outcome"),
    [["create_link", "ok"]],
    "a write's line is there with the write",
  )
  await call(accessToken, "create_link", link) // finds the link
  await call(accessToken, "create_link", { ...link, destination: "https://example.com/other" }) // the slug is taken
  await call(accessToken, "create_link", { slug: "no destination" })
  await call(accessToken, "list_links")
  await call(accessToken, "list_workspaces") // no scope
  await call(accessToken, "no_such_tool")
  await server.close()

  const lines = await record(grantId)
  assert.deepEqual(lines.map(({ tool, outcome }) => `${tool} ${outcome}`).sort(), [
    "create_link conflict",
    "create_link invalid_request",
    "create_link ok",
    "create_link ok",
    "list_links ok",
    "list_workspaces insufficient_scope",
    "unknown invalid_request",
  ])
  const digest = createHash("sha256").update('{"destination":"https://example.com/","slug":"launch"}').digest("hex")
  assert.equal(lines.filter((line) => line.arguments_digest === digest).length, 2)
  assert.ok(lines.every((line) => line.workspace_id === workspaceId))
  assert.equal(lines.filter(({ thing }) => thing !== null).length, 1, "what wrote nothing names nothing")
  const { items } = await act("member", listAuditEntries, { id: grantId })
  assert.equal(items.filter(({ tool }) => tool !== "connection").length, 7)
})

onBothDatabases("a line shows its object to members of its workspace", async (t, kind) => {
  const { act, app, call, callers, connect, server, workspaceId } = await mcpWorld(t, { kind })
  const { accessToken, grantId: id } = await connect(callers.member, { scopes: ["links:write", "docs:write"] })
  await call(accessToken, "create_link", { destination: "https://example.com/", title: "Ink for all" })
  await call(accessToken, "create_doc", { title: "Plans" })
  await server.close()

  const touched = (lines: { thing: { name: string | null } | null }[]) =>
    lines.flatMap(({ thing }) => (thing ? [thing.name] : [])).sort()
  assert.deepEqual(touched((await act("member", listAuditEntries, { id })).items), ["Ink for all", "Plans"])
  const here = await act("admin", listWorkspaceAuditEntries, { id })
  assert.deepEqual(touched(here.items), ["Ink for all", "Plans"])
  assert.ok(here.items.every(({ workspaceSlug }) => workspaceSlug === "studio"))
  for (const caller of ["viewer", "stranger"] as const) {
    await assert.rejects(act(caller, listWorkspaceAuditEntries, { id }), { code: "not_found" })
  }

  assert.equal(callers.member.kind, "person")
  const { accountId } = callers.member
  await app.database.transaction((db) =>
    db.deleteFrom("members").where("workspace_id", "=", workspaceId).where("account_id", "=", accountId).execute(),
  )
  assert.deepEqual(touched((await act("member", listAuditEntries, { id })).items), [null, null])
})

test("the console says what each call did and made, with a link to it", async (t) => {
  const world = await mcpWorld(t)
  const pages = await pagesOf(world)
  const { accessToken, grantId: id } = await world.connect(world.callers.member)
  const made: Record<string, string> = {}
  const calls = { create_link: { destination: "https://example.com/", slug: "spring" }, create_doc: { title: "Plan" } }
  for (const [name, args] of Object.entries({ ...calls, create_upload_link: {}, set_stream_plan: { url: null } })) {
    world.clock.advance(1)
    made[name] = (await world.call(accessToken, name, args)).body.result.structuredContent.id
  }
  const browser = openBrowser(pages)
  await signIn(pages, browser, "member@studio.example")
  const { ask } = consoleOf(pages)

  const lines = [
    ["Set calendar", null],
    ["Created upload link", `/studio/drive/upload-links?open=${made.create_upload_link}`],
    ["Created doc", `/studio/docs/${made.create_doc}`],
    ["Created short link", `/studio/links?open=${made.create_link}`],
  ]
  for (const read of ["list-audit-entries", "list-workspace-audit-entries"] as const) {
    const { items } = (await ask(browser, read, { id })).body
    assert.deepEqual(rowsOf(items.filter(isCall), "did", "href"), lines)
  }
  const writes = async () => rowsOf((await ask(browser, "get-overview", {})).body.writes, "kind", "path", "thingName")
  const first = [
    ["Calendar", "/team-time", null],
    ["Upload link", "/drive/upload-links", null],
    ["Doc", `/docs/${made.create_doc}`, "Plan"],
  ]
  assert.deepEqual(await writes(), [...first, ["Short link", `/links?open=${made.create_link}`, "spring"]])
  await world.act("member", trashLink, { id: made.create_link })
  assert.deepEqual(await writes(), [...first, ["Short link", null, null]])
})

const isCall = ({ tool }: { tool: string }) => tool !== "connection"

test("a call of an unknown tool is named as one", async (t) => {
  const world = await mcpWorld(t)
  const pages = await pagesOf(world)
  const { accessToken, grantId: id } = await world.connect(world.callers.member)
  await world.call(accessToken, "no_such_tool")
  const browser = openBrowser(pages)
  await signIn(pages, browser, "member@studio.example")
  await until(async () => (await world.record(id)).length > 0)
  const { items } = (await consoleOf(pages).ask(browser, "list-audit-entries", { id })).body
  assert.deepEqual(rowsOf(items.filter(isCall), "did", "href"), [["Called an unknown tool", null]])
})

test("the console has the page on which each tool's work is seen", () => {
  const paths = tools.flatMap(({ made }) => [made?.page, made?.thing]).filter((path) => path !== undefined)
  assert.ok(paths.length >= 5)
  for (const path of paths) assert.ok(findRoute("workspace", path.split("?")[0] ?? ""), path)
})

onBothDatabases("a line that is written twice exists once", async (t, kind) => {
  const { app, cx, callers } = await world(t, kind)
  const { grantId } = await connect({ app, cx }, callers.member)
  assert.equal(callers.member.kind, "person")
  const batch = openAuditBatch(app)
  const { accountId } = callers.member
  const call = { grantId, accountId, workspaceId: null, tool: "create_link", requestId: "r", at: app.now() }
  const record = openRecord(batch, call, {})

  await cx.atomically((cx) => record.recordWrite(cx, { id: "link_1" }))
  await cx.atomically((cx) => record.recordWrite(cx, { id: "link_1" }))
  record.end("internal_error")
  await batch.flush()

  const rows = await app.database.read
    .selectFrom("audit_entries")
    .select("outcome")
    .where("tool", "=", "create_link")
    .execute()
  assert.deepEqual(valuesOf(rows, "outcome"), ["ok"])
})

onBothDatabases("hundreds of lines of one moment are each written once, with their own fields", async (t, kind) => {
  const { app, cx, callers, workspaceId } = await world(t, kind)
  const { grantId } = await connect({ app, cx }, callers.member)
  assert.equal(callers.member.kind, "person")
  const { accountId } = callers.member
  const batch = openAuditBatch(app)
  const lines = Array.from({ length: 250 }, (_, at) => ({
    ...{ id: `audit_${at}`, grantId, accountId, tool: `tool ${at}`, argumentsDigest: `digest ${at}`, at },
    ...{ workspaceId: at % 2 ? workspaceId : null, outcome: `outcome ${at}`, requestId: `request ${at}` },
  }))
  for (const line of [...lines, ...lines.slice(0, 60)]) batch.add(line)
  await batch.flush()

  const rows = await app.database.read
    .selectFrom("audit_entries")
    .selectAll()
    .where("tool", "like", "tool %")
    .orderBy("created_at")
    .execute()
  const asSent = rows.map((row) => ({
    ...{ id: row.id, grantId: row.grant_id, accountId: row.account_id, tool: row.tool, at: row.created_at },
    ...{ argumentsDigest: row.arguments_digest, outcome: row.outcome, requestId: row.request_id },
    workspaceId: row.workspace_id,
  }))
  assert.deepEqual(asSent, lines)
})

test("lines wait while the database is down, and are written afterwards", async (t) => {
  const { app, cx, callers } = await world(t)
  const { grantId } = await connect({ app, cx }, callers.member)
  assert.equal(callers.member.kind, "person")
  let isAway = true
  const away = brokenDatabase(app).database
  const database = new Proxy(app.database, { get: (real, name) => Reflect.get(isAway ? away : real, name) })
  const batch = openAuditBatch({ ...app, database })
  batch.add({ grantId, accountId: callers.member.accountId, workspaceId: null, tool: "list_links", outcome: "ok" })

  await batch.flush()
  isAway = false
  await batch.flush()

  const rows = await app.database.read
    .selectFrom("audit_entries")
    .selectAll()
    .where("tool", "=", "list_links")
    .execute()
  assert.equal(rows.length, 1)
})

test("a write whose line cannot be written is not done", async (t) => {
  const { app, call, callers, connect } = await mcpWorld(t, {
    change: (app) => ({
      ...app,
      database: {
        ...app.database,
        transaction: (work) =>
          app.database.transaction(async (db) => {
            const result = await work(db)
            const isCall = await db
              .selectFrom("audit_entries")
              .select("id")
              .where("tool", "=", "create_link")
              .executeTakeFirst()
            if (isCall) throw new Error("The disk is full.")
            return result
          }),
      },
    }),
  })
  const { accessToken } = await connect(callers.member)
  const { status, body } = await call(accessToken, "create_link", { destination: "https://example.com/" })
  assert.equal(status, 200)
  assert.equal(body.error.code, 1500)
  assert.doesNotMatch(body.error.message, /disk/)
  assert.deepEqual(await app.database.read.selectFrom("short_links").selectAll().execute(), [])
})
