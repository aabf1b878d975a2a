import assert from "node:assert/strict"
import { test } from "node:test"
import { listTools } from "#surfaces/mcp/tool.ts"
import { tools } from "#surfaces/mcp/tools.ts"
import { mcpWorld } from "#test/support/worlds/mcp-world.ts"
import { joinElsewhere } from "#test/support/worlds/world.ts"

const call = (id: string) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"create_link","arguments":{"destination":"https://example.com/"}}}`
const nested = (depth: number) =>
  `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${"[".repeat(depth)}${"]".repeat(depth)}}}`

/** Invalid messages, each sent with a token that has every scope. */
const bodies: Record<string, string | Buffer> = {
  "a batch": `[${call("1")},${call("2")}]`,
  "an empty batch": "[]",
  "an id that is null": call("null"),
  "an id that is an object": call("{}"),
  "an id that is a fraction": call("1.5"),
  "an id beyond what a number holds": call("9007199254740993"),
  "an id of a thousand digits": call("9".repeat(1_000)),
  "an id without end": call(`"${"x".repeat(257)}"`),
  "an id that is infinite": call("1e999"),
  "tools/call as a notification":
    '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"create_link","arguments":{"destination":"https://example.com/"}}}',
  "two ids": '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}',
  "two methods": `{"method":"ping",${call("1").slice(1)}`,
  "two destinations": call("1").replace('{"destination"', '{"destination":"https://evil.example/","destination"'),
  "a name that reaches a prototype": '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"x":1}}',
  "a prototype among the arguments": call("1").replace(
    '"destination"',
    '"__proto__":{"destination":"x"},"destination"',
  ),
  "a constructor among the arguments": call("1").replace('"destination"', '"constructor":{},"destination"'),
  "another JSON-RPC": '{"jsonrpc":"1.0","id":1,"method":"ping"}',
  "no JSON-RPC": '{"id":1,"method":"ping"}',
  "a method that is no text": '{"jsonrpc":"2.0","id":1,"method":["ping"]}',
  "a method without end": `{"jsonrpc":"2.0","id":1,"method":"${"x".repeat(5_000)}"}`,
  "parameters by position": '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}',
  "parameters that are text": '{"jsonrpc":"2.0","id":1,"method":"ping","params":"none"}',
  "a result and an error": '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}',
  "nothing but an id": '{"jsonrpc":"2.0","id":1}',
  "a deep nest": nested(40),
  "an abyss": nested(20_000),
  "a text": '"ping"',
  "a number": "1",
  nothing: "",
  "half of an object": '{"jsonrpc":"2.0"',
  "bytes that are no UTF-8": Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  "a NUL": '{"jsonrpc":"2.0","id":"\\u0000","method":"ping"}',
  "half of a surrogate pair": '{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}',
}

for (const [name, body] of Object.entries(bodies)) {
  test(`400 for ${name}, and nothing is done`, async (t) => {
    const { send, request, connect, callers, app } = await mcpWorld(t)
    const { accessToken } = await connect(callers.member)

    const { status, body: answer } = await send(body, { authorization: `Bearer ${accessToken}` })

    assert.equal(status, 400)
    assert.ok([-32600, -32700].includes(answer.error.code))
    assert.match(answer.error.message, /^[A-Z`].*\.$/s)
    assert.equal(Object.hasOwn(answer, "id"), false)
    assert.deepEqual(await app.database.read.selectFrom("short_links").selectAll().execute(), [])
    assert.equal(({} as Record<string, unknown>).x, undefined)
    assert.equal((await request("ping")).status, 200, "the process still answers")
  })
}

test("413 for a body that is too large, 415 for one that is no JSON or compressed", async (t) => {
  const { send } = await mcpWorld(t)
  const large = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"${"x".repeat(70_000)}"}}`
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  assert.equal((await send(large)).status, 413)
  assert.equal((await send(ping, { "content-type": "text/plain" })).status, 415)
  assert.equal((await send(ping, { "content-encoding": "gzip" })).status, 415)
  assert.equal((await send(ping, { "content-type": "application/json; charset=utf-16" })).status, 415)
})

const site = { destination: "https://example.com/" }

/** Arguments that do not fit their schema: the field in the refusal, and the remedy that it names. */
const wrongArguments: [tool: string, args: unknown, field: string | undefined, remedy: RegExp][] = [
  ["create_link", { ...site, url: "x" }, "url", /^`url` is unknown; use `destination`, .*`idempotency_key`\.$/],
  ["list_links", { workspace: "elsewhere" }, "workspace", /use `query`, `in_trash`, `sort`, `limit`, `cursor`\.$/],
  ["list_links", { idempotency_key: "a" }, "idempotency_key", /is unknown/],
  ["create_link", { link: "https://example.com/" }, "destination", /`destination` is missing.*`link` is unknown/],
  ["create_link", {}, "destination", /is missing\. .*such as `"https:\/\/example\.com/],
  ["create_link", { destination: 1 }, "destination", /must be text, not a number/],
  ["create_link", { ...site, expires_at: "tomorrow" }, "expires_at", /such as `2026-11-30T18:00:00Z`/],
  ["create_link", { ...site, click_limit: "5 or 6" }, "click_limit", /must be a whole number, .*without quotes/],
  ["create_link", { ...site, click_limit: 1.5 }, "click_limit", /must be a whole number, not 1\.5/],
  ["create_link", { ...site, passes_query: "maybe" }, "passes_query", /must be true or false, .*without quotes/],
  ["create_link", { ...site, title: "x".repeat(121) }, "title", /use at most 120 characters/],
  ["create_doc", { title: "🚀".repeat(201) }, "title", /use at most 200 characters/],
  ["create_doc", { title: "Plan", emoji: ":rocket:" }, "emoji", /must be one emoji.*`🚀`/],
  ["get_team_time", { from: "2026-13-01" }, "from", /must be an existing day, such as `2026-11-30`/],
  ["list_streamelements_commands", { kind: "mod" }, "kind", /must be one of `custom`, `default`/],
  ["list_links", { query: "x".repeat(201) }, "query", /use at most 200 characters/],
  ["list_links", { limit: 101 }, "limit", /must be at most 100/],
  ["list_links", { limit: 0 }, "limit", /must be at least 1/],
  ["list_links", { limit: "some" }, "limit", /without quotes/],
  ["list_links", { limit: 1e300 }, "limit", /must be at most/],
  ["list_links", ["a"], undefined, /is not an object\. Send the tool's arguments by name/],
  ["create_link", { ...site, idempotency_key: "a b" }, "idempotency_key", /1 to 64 letters, digits.*random UUID/],
  ["create_link", { ...site, idempotency_key: "ä" }, "idempotency_key", /1 to 64 letters, digits/],
  ["create_link", { ...site, idempotency_key: 7 }, "idempotency_key", /must be text, not a number/],
  [
    "create_link",
    { slug: 1, title: 2 },
    "destination",
    /`destination` is missing.*`slug` must be text.*`title` must be/,
  ],
]

test("200 with -32602 for invalid arguments, with what to send instead; nothing is done", async (t) => {
  const { call, connect, callers, app } = await mcpWorld(t)
  const { accessToken } = await connect(callers.member)
  for (const [tool, args, field, remedy] of wrongArguments) {
    const { status, body } = await call(accessToken, tool, args as object)
    const what = `${tool} ${JSON.stringify(args).slice(0, 80)} ${JSON.stringify(body)}`
    assert.equal(status, 200, what)
    assert.equal(body.error.code, -32602, what)
    assert.match(body.error.message, remedy, what)
    assert.match(body.error.message, /\.$/, what)
    assert.equal(body.error.data?.field, field, what)
  }
  assert.deepEqual(await app.database.read.selectFrom("short_links").selectAll().execute(), [])
  assert.deepEqual(await app.database.read.selectFrom("docs").selectAll().execute(), [])
})

test("a title of the longest allowed length is stored whole", async (t) => {
  const { call, connect, callers } = await mcpWorld(t)
  const { accessToken } = await connect(callers.member)
  for (const [tool, args, longest] of [
    ["create_link", site, 120],
    ["create_doc", {}, 200],
  ] as const) {
    const declared = listTools(tools).find(({ name }) => name === tool)?.inputSchema
    assert.match(JSON.stringify(declared), new RegExp(`"maxLength":${longest}[,}]`))
    for (const title of ["x".repeat(longest), "🚀".repeat(longest)]) {
      const { body } = await call(accessToken, tool, { ...args, title })
      assert.equal(body.result.structuredContent.title, title)
    }
  }
})

test("200 with 1400 for faults that no schema describes: each refusal names the remedy", async (t) => {
  const { call, connect, callers } = await mcpWorld(t)
  const { accessToken } = await connect(callers.member)
  const refused: [string, object, RegExp][] = [
    ["create_link", { ...site, slug: "ab" }, /too short; use at least 3 characters.*leave it out/],
    ["create_link", { ...site, slug: "!!" }, /no letters or digits.*leave it out/],
    [
      "create_link",
      { ...site, expires_at: "2020-01-01T00:00:00Z" },
      /must be in the future.*Choose a time after 2026-11-20T/,
    ],
    ["create_link", { ...site, domain: "go.example.com" }, /not active.*Leave it out/],
    ["create_link", { destination: "example.com" }, /not a complete URL, such as https:\/\/example\.com/],
    ["set_stream_plan", { url: "" }, /Calendar URL is empty.*null to disconnect/],
    ["set_stream_plan", { url: " " }, /Calendar URL is empty.*null to disconnect/],
    ["get_team_time", { from: "2020-01-01" }, /too far away.*Send a day from 2026-11-19/],
    ["list_links", { cursor: "x" }, /`cursor` is not one of ours.*leave `cursor` out/],
  ]
  for (const [tool, args, remedy] of refused) {
    const { status, body } = await call(accessToken, tool, args)
    assert.equal(status, 200)
    assert.equal(body.error.code, 1400, JSON.stringify(body))
    assert.match(body.error.message, remedy)
  }
})

test("200 with 1400 for another tool's cursor, with another message than for an invented one", async (t) => {
  const { app, call, connect, callers } = await mcpWorld(t)
  await joinElsewhere(app, callers.member)
  const { accessToken } = await connect(callers.member, { reach: "every" })
  for (const n of [1, 2]) {
    await call(accessToken, "create_link", { destination: `https://example.com/${n}` })
    await call(accessToken, "create_doc", { title: `${n}` })
  }
  const lists = ["list_workspaces", "list_links", "search_docs"]
  const cursors = new Map<string, string>()
  for (const tool of lists) {
    const { body } = await call(accessToken, tool, { limit: 1 })
    cursors.set(tool, body.result.structuredContent.next_cursor)
  }
  for (const tool of [...lists, "search_drive_files"]) {
    for (const [of, cursor] of cursors) {
      const { body } = await call(accessToken, tool, { limit: 1, cursor })
      if (of === tool) assert.equal(body.result.structuredContent.next_cursor, undefined)
      else assert.match(body.error.message, /^`cursor` belongs to another list\. .*leave `cursor` out/, `${of} ${tool}`)
    }
  }
})

test("null detaches a calendar; an empty text does not", async (t) => {
  const { app, call, connect, callers, workspaceId } = await mcpWorld(t)
  assert.equal(callers.member.kind, "person")
  const whose = { id: "plan_1", account_id: callers.member.accountId, workspace_id: workspaceId }
  const sealed = { address_sealed: "", busy_sealed: "", etag: null, last_modified: null, error: null, failed_at: null }
  const times = { known_until: 1, read_at: 1, refreshed_at: 1, due_at: 1, created_at: 1 }
  const plan = { ...whose, ...sealed, ...times, unreadable_events: 0, unknown_zone_events: 0, failures: 0 }
  await app.database.transaction((db) => db.insertInto("stream_plans").values(plan).execute())
  const { accessToken } = await connect(callers.member)
  const plans = async () => (await app.database.read.selectFrom("stream_plans").select("id").execute()).length

  await call(accessToken, "set_stream_plan", { url: "" })
  assert.equal(await plans(), 1)
  await call(accessToken, "set_stream_plan", { url: null })
  assert.equal(await plans(), 0)
})

test("200 with -32602 for an unknown tool with any name", async (t) => {
  const { request, connect, callers } = await mcpWorld(t)
  const { accessToken } = await connect(callers.member)
  for (const name of ["no_such_tool", "toString", "__proto__", "constructor", 1, null, ["list_links"], undefined]) {
    const { status, body } = await request("tools/call", { name }, { authorization: `Bearer ${accessToken}` })
    assert.equal(status, 200)
    assert.equal(body.error.code, -32602)
  }
})

test("ids are returned unchanged", async (t) => {
  const { send } = await mcpWorld(t)
  for (const id of ['"a"', '""', "0", "-1", "9007199254740991", '"\\u2028</script>"']) {
    const { body } = await send(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`)
    assert.equal(body.id, JSON.parse(id))
  }
})
