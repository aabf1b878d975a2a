import assert from "node:assert/strict"
import { onBothDatabases } from "#test/support/databases.ts"
import { type McpWorld, mcpWorld } from "#test/support/mcp-world.ts"

const key = { idempotency_key: "launch-1" }
const link = { destination: "https://example.com/", ...key }
const linkCount = async ({ app }: McpWorld) =>
  (await app.database.read.selectFrom("short_links").select("id").execute()).length

onBothDatabases("a write with the same key and arguments is done once, and answered the same", async (t, kind) => {
  const world = await mcpWorld(t, { kind })
  const { accessToken, grantId } = await world.connect(world.callers.member)

  const answers = await Promise.all(Array.from({ length: 10 }, () => world.call(accessToken, "create_link", link)))
  const after = await world.call(accessToken, "create_link", link)

  assert.equal(await linkCount(world), 1)
  for (const { body } of [...answers, after]) {
    if (body.error) assert.deepEqual([body.error.code, body.error.data.retry_after], [1409, 1])
    else assert.deepEqual(body.result, after.body.result)
  }
  await world.server.close()
  const outcomes = (await world.record(grantId)).map(({ outcome }) => outcome)
  assert.equal(outcomes.filter((outcome) => outcome === "ok").length, 1)
  assert.ok(outcomes.includes("replayed"))
})

onBothDatabases("the same key with other arguments, or for another tool, is not the same", async (t, kind) => {
  const world = await mcpWorld(t, { kind })
  const { accessToken } = await world.connect(world.callers.member)
  await world.call(accessToken, "create_link", link)

  const other = await world.call(accessToken, "create_link", { ...link, destination: "https://example.com/other" })
  assert.equal(other.body.error.code, 1409)
  assert.match(other.body.error.message, /new key/)
  const plan = await world.call(accessToken, "set_stream_plan", { url: null, ...key })
  assert.ok(plan.body.result)
  assert.equal(await linkCount(world), 1)
})

onBothDatabases("a key belongs to its connection, and to the id of no message", async (t, kind) => {
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

onBothDatabases("a failed write with a key may be tried again with it", async (t, kind) => {
  const world = await mcpWorld(t, { kind })
  const { accessToken } = await world.connect(world.callers.member)
  const taken = await world.call(accessToken, "create_link", { destination: "https://example.com/", slug: "launch" })
  const again = { ...link, slug: "launch" }
  assert.equal((await world.call(accessToken, "create_link", again)).body.error.code, 1409)
  const { id } = taken.body.result.structuredContent
  await world.app.database.transaction((db) => db.deleteFrom("short_links").where("id", "=", id).execute())
  assert.ok((await world.call(accessToken, "create_link", again)).body.result)
})

onBothDatabases("a stored answer is given to nobody who may not call the tool any more", async (t, kind) => {
  const world = await mcpWorld(t, { kind })
  const { accessToken } = await world.connect(world.callers.member)
  assert.ok((await world.call(accessToken, "create_link", link)).body.result)
  await world.app.database.transaction((db) => db.deleteFrom("members").where("role", "=", "member").execute())
  const { status, text } = await world.call(accessToken, "create_link", link)
  assert.equal(status, 403)
  assert.doesNotMatch(text, /example\.com/)
})

onBothDatabases("what a crash left done but unanswered is not done again", async (t, kind) => {
  const world = await mcpWorld(t, { kind })
  const { accessToken } = await world.connect(world.callers.member)
  await world.call(accessToken, "create_link", link)
  const [row] = await world.app.database.read.selectFrom("idempotency_keys").selectAll().execute()
  assert.ok(row?.answer)
  const lost = world.app.keyring.seal(
    "idempotent-answer",
    `idempotency_keys/answer/${row.id}`,
    JSON.stringify({ status: 409, body: "" }),
  )
  const leave = (lease_until: number | null) =>
    world.app.database.transaction((db) =>
      db.updateTable("idempotency_keys").set({ answer: lost, lease_until }).execute(),
    )

  await leave(world.app.now() + 1_000)
  const early = await world.call(accessToken, "create_link", link)
  await leave(null)
  const { body } = await world.call(accessToken, "create_link", link)

  assert.match(early.body.error.message, /still being worked on/, "who did it may be about to answer")
  assert.equal(body.error.code, 1409)
  assert.match(body.error.message, /answer was lost/)
  assert.equal(await linkCount(world), 1)
})
