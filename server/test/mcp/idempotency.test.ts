import assert from "node:assert/strict"
import { tools } from "#surfaces/mcp/tools.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { type McpWorld, mcpWorld, toolArguments } from "#test/support/worlds/mcp-world.ts"
import { joinElsewhere } from "#test/support/worlds/world.ts"

const key = { idempotency_key: "launch-1" }
const link = { destination: "https://example.com/", ...key }
const listLinks = ({ app }: McpWorld) =>
  app.database.read.selectFrom("short_links").select(["slug", "destination", "workspace_id"]).execute()
const linkCount = async (world: McpWorld) => (await listLinks(world)).length

onBothDatabases("a write with the same key and arguments runs once, and gets the same answer", async (t, kind) => {
  const world = await mcpWorld(t, { kind })
  const { accessToken, grantId } = await world.connect(world.callers.member)
  const launch = { ...link, slug: "launch" } // all calls but one find the slug taken

  const answers = await Promise.all(Array.from({ length: 10 }, () => world.call(accessToken, "create_link", launch)))
  const after = await world.call(accessToken, "create_link", launch)

  assert.equal(await linkCount(world), 1)
  assert.ok(after.body.result)
  for (const { body } of answers) assert.deepEqual(body.result, after.body.result)
  await world.server.close()
  const outcomes = (await world.record(grantId)).map(({ outcome }) => outcome)
  assert.deepEqual(outcomes.toSorted(), ["ok", ...Array(10).fill("replayed")])
})

onBothDatabases("the first answer of every write fits its tool's schema, and is repeated", async (t, kind) => {
  const world = await mcpWorld(t, { kind })
  const { accessToken } = await world.connect(world.callers.member)
  const writes = tools.filter(({ kind }) => kind === "write")
  assert.ok(writes.length >= 4)
  for (const { name, action } of writes) {
    const first = await world.call(accessToken, name, { ...toolArguments[name], ...key })
    const again = await world.call(accessToken, name, { ...toolArguments[name], ...key })
    assert.deepEqual(again.body.result, first.body.result)
    const { workspace, ...output } = first.body.result.structuredContent
    assert.deepEqual(workspace, { slug: "studio", name: "Studio Ada" })
    assert.deepEqual(action.output.parse(output), output)
  }
})

onBothDatabases("the same key with other arguments, or for another tool, is not the same", async (t, kind) => {
  const world = await mcpWorld(t, { kind })
  const { accessToken } = await world.connect(world.callers.member)
  await world.call(accessToken, "create_link", link)

  const other = await world.call(accessToken, "create_link", { ...link, destination: "https://example.com/other" })
  assert.equal(other.body.error.code, 1409)
  assert.match(other.body.error.message, /^This `idempotency_key` was used with other arguments\. .*new key/)
  assert.doesNotMatch(other.text, /Idempotency-Key|header|body|request/i)
  const plan = await world.call(accessToken, "set_stream_plan", { url: null, ...key })
  assert.ok(plan.body.result)
  assert.equal(await linkCount(world), 1)
})

onBothDatabases("a key belongs to its connection, and to no message id", async (t, kind) => {
  const world = await mcpWorld(t, { kind })
  const first = await world.connect(world.callers.member)
  const second = await world.connect(world.callers.member)
  await world.call(first.accessToken, "create_link", link)
  await world.call(second.accessToken, "create_link", link)
  assert.equal(await linkCount(world), 2)

  const message = { jsonrpc: "2.0", id: 7, method: "tools/call" }
  const params = { name: "create_link", arguments: { destination: "https://example.com/" } }
  const headers = { authorization: `Bearer ${first.accessToken}` }
  await world.send(JSON.stringify({ ...message, params }), headers)
  await world.send(JSON.stringify({ ...message, params }), headers)
  assert.equal(await linkCount(world), 4)
})

onBothDatabases("a key belongs to the workspace of its call", async (t, kind) => {
  const world = await mcpWorld(t, { kind })
  const elsewhere = await joinElsewhere(world.app, world.callers.member)
  const { accessToken } = await world.connect(world.callers.member, { reach: "every", workspace: "studio" })
  const there = { "svc-workspace": "elsewhere" }

  const inStudio = await world.call(accessToken, "create_link", link)
  const inOther = await world.callWith(there)(accessToken, "create_link", link)
  const again = await world.callWith(there)(accessToken, "create_link", link)

  assert.equal(inStudio.body.result.structuredContent.workspace.slug, "studio")
  assert.equal(inOther.body.result.structuredContent.workspace.slug, "elsewhere")
  assert.deepEqual(again.body.result, inOther.body.result)
  assert.deepEqual(
    (await listLinks(world)).map(({ workspace_id }) => workspace_id).toSorted(),
    [world.workspaceId, elsewhere].toSorted(),
  )
})

onBothDatabases("a refused call does not use up its key: corrected arguments may use it", async (t, kind) => {
  const world = await mcpWorld(t, { kind })
  const { accessToken } = await world.connect(world.callers.member)
  await world.call(accessToken, "create_link", { destination: "https://example.com/", slug: "launch" })
  const refused: [number, string, object][] = [
    [-32602, "create_link", { destination: 1 }],
    [1400, "create_link", { destination: "ftp://example.com/" }],
    [1409, "create_link", { destination: "https://example.com/other", slug: "launch" }],
    [1404, "create_upload_link", { folder_path: "/nowhere" }],
  ]
  for (const [code, tool, args] of refused) {
    assert.equal((await world.call(accessToken, tool, { ...args, ...key })).body.error.code, code)
  }
  const mended = await world.call(accessToken, "create_link", { ...link, slug: "launch-2" })
  assert.equal(mended.body.result.structuredContent.slug, "launch-2")
  assert.ok((await world.call(accessToken, "create_upload_link", key)).body.result)
})

onBothDatabases("after 24 hours a key is new again", async (t, kind) => {
  const world = await mcpWorld(t, { kind })
  const { accessToken } = await world.connect(world.callers.member)
  const age = (ms: number) =>
    world.app.database.transaction((db) =>
      db
        .updateTable("idempotency_keys")
        .set({ created_at: world.app.now() - ms })
        .execute(),
    )
  const first = await world.call(accessToken, "create_link", link)
  await age(86_400_000)
  assert.deepEqual((await world.call(accessToken, "create_link", link)).body.result, first.body.result)
  await age(86_400_001)
  const second = await world.call(accessToken, "create_link", { ...link, slug: "launch" })
  assert.equal(second.body.result.structuredContent.slug, "launch")
  assert.equal(await linkCount(world), 2)
})

onBothDatabases("a stored answer is not returned to a caller who may no longer call the tool", async (t, kind) => {
  const world = await mcpWorld(t, { kind })
  const { accessToken } = await world.connect(world.callers.member)
  assert.ok((await world.call(accessToken, "create_link", link)).body.result)
  await world.app.database.transaction((db) => db.deleteFrom("members").where("role", "=", "member").execute())
  const { status, text } = await world.call(accessToken, "create_link", link)
  assert.equal(status, 403)
  assert.doesNotMatch(text, /example\.com/)
})
