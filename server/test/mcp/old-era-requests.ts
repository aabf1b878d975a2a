import { tools } from "#surfaces/mcp/tools.ts"
import { type McpWorld, toolArguments } from "#test/support/worlds/mcp-world.ts"

/** A request as it is sent. By default it is a POST of JSON to `/mcp`. */
export interface Asked {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

type Row = readonly [name: string, asked: Asked]
type Tokens = Readonly<Record<"member" | "every" | "narrow" | "viewer" | "expired" | "revoked", string>>

/** Stands in a body for the newest `next_cursor`. */
export const newestCursor = "<newest cursor>"

/** An origin whose scripts may call the tool server. */
export const namedOrigin = "https://client.example.com"

const rpc = (method: string, params?: unknown, id: unknown = 1) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params })
const call = (name: unknown, args?: unknown) => rpc("tools/call", { name, arguments: args })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const site = { destination: "https://example.com/" }

/** Connects the agents whose tokens the requests have. */
export async function connectAll({ app, callers, clock, connect }: McpWorld): Promise<Tokens> {
  const expired = await connect(callers.member)
  clock.advance(3_600_001)
  const revoked = await connect(callers.member)
  const at = { revoked_at: app.now() }
  await app.database.transaction((db) => db.updateTable("grants").set(at).where("id", "=", revoked.grantId).execute())
  return {
    member: (await connect(callers.member)).accessToken,
    every: (await connect(callers.member, { reach: "every" })).accessToken,
    narrow: (await connect(callers.member, { scopes: ["docs:write"] })).accessToken,
    viewer: (await connect(callers.viewer)).accessToken,
    expired: expired.accessToken,
    revoked: revoked.accessToken,
  }
}

/** Requests in the form of the old era, in the order in which they are sent. */
export function oldEraRequests(tokens: Tokens): Row[] {
  return [
    ...everyMethod(tokens),
    ...everyVersion(tokens),
    ...everyTool(tokens),
    ...wrongArguments(tokens),
    ...repeated(tokens),
    ...messages(tokens),
    ...parameters(tokens),
    ...transport(tokens),
  ]
}

const initialize = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "a program", version: "1" } }
const methods: readonly (readonly [string, object?])[] = [
  ["initialize", initialize],
  ["ping"],
  ["tools/list", {}],
  ["resources/list", {}],
  ["resources/templates/list", {}],
  ["resources/read", { uri: "docs://scopes" }],
  ["server/discover"],
  ["subscriptions/listen", { notifications: { toolsListChanged: true } }],
  ["prompts/list"],
  ["logging/setLevel", { level: "info" }],
  ["toString", {}],
]

function everyMethod({ member, expired, revoked }: Tokens): Row[] {
  const senders: Record<string, Record<string, string>> = {
    "no token": {},
    "a token": bearer(member),
    "an unknown token": bearer("svc_access_no"),
    "an expired token": bearer(expired),
    "a revoked token": bearer(revoked),
    "a password": { authorization: "Basic YTpi" },
  }
  return methods.flatMap(([method, params]) =>
    Object.entries(senders).map(
      ([sender, headers]): Row => [`${method} with ${sender}`, { headers, body: rpc(method, params) }],
    ),
  )
}

const versions = ["2025-06-18", "2025-03-26", "2025-11-25", "2024-11-05", "2099-01-01", "garbage", ""]

function everyVersion({ member }: Tokens): Row[] {
  const bodies: Record<string, string> = {
    initialize: rpc("initialize", initialize),
    ping: rpc("ping"),
    "tools/list": rpc("tools/list"),
    "tools/call": call("list_links"),
    "a notification": '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  }
  const rows = [...versions, "2025-06-18, 2025-06-18", "2026-07-2"].flatMap((version) =>
    Object.entries(bodies).map(([name, body]): Row => {
      const headers = { ...bearer(member), "mcp-protocol-version": version }
      return [`${name} in the version "${version}"`, { headers, body }]
    }),
  )
  const later = { "mcp-protocol-version": "2026-07-28", "mcp-method": "initialize" }
  const asked = ["2025-06-18", "2025-11-25", "2026-07-28", "garbage", 7].map((protocolVersion): Row => {
    const body = rpc("initialize", { ...initialize, protocolVersion })
    return [`initialize for ${protocolVersion} with the header of the new era`, { headers: later, body }]
  })
  const refused = { headers: { ...later, ...bearer("no") }, body: rpc("initialize", initialize) }
  return [...rows, ...asked, ["initialize with the header of the new era and an unknown token", refused]]
}

function everyTool({ member, narrow, viewer }: Tokens): Row[] {
  const senders = { "a token": bearer(member), "another scope": bearer(narrow), "a viewer's token": bearer(viewer) }
  return tools.flatMap(({ name }) => [
    [`${name} without a token`, { body: call(name, toolArguments[name]) }] as const,
    ...Object.entries(senders).map(
      ([sender, headers]): Row => [`${name} with ${sender}`, { headers, body: call(name, toolArguments[name]) }],
    ),
  ])
}

function wrongArguments({ member }: Tokens): Row[] {
  const rows: [string, unknown][] = [
    ["create_link", { ...site, url: "x" }],
    ["create_link", {}],
    ["create_link", { destination: 1 }],
    ["create_link", { destination: null }],
    ["create_link", { destination: "example.com" }],
    ["create_link", { ...site, slug: "ab" }],
    ["create_link", { ...site, expires_at: "tomorrow" }],
    ["create_link", { ...site, expires_at: "2020-01-01T00:00:00Z" }],
    ["create_link", { ...site, click_limit: 1.5 }],
    ["create_link", { ...site, passes_query: "maybe" }],
    ["create_link", { ...site, title: "x".repeat(121) }],
    ["create_link", { ...site, idempotency_key: "a b" }],
    ["create_link", { ...site, domain: "go.example.com" }],
    ["create_doc", {}],
    ["create_doc", { title: "" }],
    ["create_doc", { title: "Plan", emoji: ":rocket:" }],
    ["create_upload_link", { folder_path: "/nowhere" }],
    ["get_team_time", { from: "2026-13-01" }],
    ["get_team_time", { from: "2020-01-01" }],
    ["list_streamelements_commands", { kind: "mod" }],
    ["list_links", { limit: 101 }],
    ["list_links", { limit: "some" }],
    ["list_links", { idempotency_key: "a" }],
    ["list_links", { cursor: "x" }],
    ["list_links", ["a"]],
    ["list_links", 5],
    ["list_workspaces", { workspace: "studio" }],
    ["search_docs", { query: "x".repeat(201) }],
    ["search_drive_files", { limit: 0 }],
    ["set_stream_plan", { url: "" }],
    ["set_stream_plan", {}],
    ["set_stream_plan", { url: "https://localhost/calendar.ics" }],
    ["no_such_tool", {}],
    ["__proto__", {}],
  ]
  return rows.map(([name, args]) => [
    `${name} with ${JSON.stringify(args).slice(0, 60)}`,
    { headers: bearer(member), body: call(name, args) },
  ])
}

/** Writes with a key, their repetition, the lists afterwards, and the pages of a list. */
function repeated({ member, every }: Tokens): Row[] {
  const ask = (name: string, args: object, token = member): Asked => ({
    headers: bearer(token),
    body: call(name, args),
  })
  const key = { idempotency_key: "launch-1" }
  const writes = tools.filter(({ kind }) => kind === "write")
  return [
    ...["first", "again"].flatMap((time) =>
      writes.map(({ name }): Row => [`${name} with a key, ${time}`, ask(name, { ...toolArguments[name], ...key })]),
    ),
    ["a key with other arguments", ask("create_link", { ...site, ...key })],
    ["a key of another connection", ask("create_link", { ...site, ...key }, every)],
    ["a wished short name", ask("create_link", { ...site, slug: "spring-menu", title: "Menu <b>&\u202E" })],
    [
      "a short name that another link has",
      ask("create_link", { destination: "https://example.org/", slug: "spring-menu" }),
    ],
    ["a link that exists", ask("create_link", { ...site, slug: "spring-menu", title: "Menu <b>&\u202E" })],
    ["a short name that is changed", ask("create_link", { ...site, slug: "Summer Café!" })],
    ["a query that finds no doc", ask("search_docs", { query: "nothing has this title" })],
    ["the first page", ask("list_links", { limit: 1 })],
    ["the next page", ask("list_links", { limit: 1, cursor: newestCursor })],
    ["a cursor of another list", ask("search_docs", { limit: 1, cursor: newestCursor })],
    ["all links, the newest last", ask("list_links", { sort: "created_at" })],
    ["a text of JSON as arguments", { headers: bearer(member), body: call("list_links", '{"limit":"2"}') }],
    ["null as arguments", { headers: bearer(member), body: call("search_docs", null) }],
    [
      "a workspace in the header",
      { ...ask("list_workspaces", {}, every), headers: { ...bearer(every), "svc-workspace": "Studio" } },
    ],
    ...["studio", "elsewhere", "nothing-has-this", "not a slug"].flatMap((slug) =>
      [member, every].map((token, at): Row => {
        const headers = { ...bearer(token), "svc-workspace": slug }
        return [`SVC-Workspace: ${slug} for ${at ? "every workspace" : "one"}`, { headers, body: call("list_links") }]
      }),
    ),
  ]
}

const notification = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1, reason: "x" } }
const nested = (depth: number) =>
  `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${"[".repeat(depth)}${"]".repeat(depth)}}}`

function messages({ member }: Tokens): Row[] {
  const bodies: Record<string, string | Buffer> = {
    "a notification": JSON.stringify(notification),
    "a result": '{"jsonrpc":"2.0","id":1,"result":{}}',
    "an error": '{"jsonrpc":"2.0","id":"a","error":{"code":1,"message":"no"}}',
    "a batch": `[${rpc("ping")},${rpc("ping")}]`,
    "an empty batch": "[]",
    "an id that is null": rpc("ping", {}, null),
    "an id that is a fraction": rpc("ping", {}, 1.5),
    "an id beyond what a number holds": '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}',
    "an id of 257 characters": rpc("ping", {}, "x".repeat(257)),
    "an id of text": rpc("ping", {}, "\u2028</script>"),
    "an empty id": rpc("ping", {}, ""),
    "the largest id": rpc("ping", {}, Number.MAX_SAFE_INTEGER),
    "a call without an id": '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"list_links"}}',
    "two ids": '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}',
    "a prototype": '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"x":1}}',
    "another JSON-RPC": '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    "a method that is no text": '{"jsonrpc":"2.0","id":1,"method":["ping"]}',
    "a long method": rpc("x".repeat(129)),
    "parameters by position": rpc("ping", [1]),
    "parameters that are text": rpc("ping", "none"),
    "a result and an error": '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}',
    "a nest of 40": nested(40),
    "a nest of 20000": nested(20_000),
    "a text": '"ping"',
    "an empty body": "",
    "half of an object": '{"jsonrpc":"2.0"',
    "bytes that are no UTF-8": Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    "half of a surrogate pair": '{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}',
    "a body that is too large": rpc("ping", { a: "x".repeat(70_000) }),
  }
  return Object.entries(bodies).flatMap(([name, body]): Row[] => [
    [`${name} without a token`, { body }],
    [`${name} with a token`, { body, headers: bearer(member) }],
  ])
}

/** `_meta` has no protocol version here: one of those would be a request of the new era. */
function parameters({ member }: Tokens): Row[] {
  const metas: unknown[] = [
    { progressToken: 1 },
    { progressToken: "abc", traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
    {
      "io.modelcontextprotocol/clientInfo": { name: "a", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
    null,
    "text",
    [],
  ]
  const rows: [string, unknown][] = [
    ...["docs://auth", "docs://developers/agents", "docs://nothing", "file:///etc/passwd", "", 7].map(
      (uri): [string, unknown] => ["resources/read", { uri }],
    ),
    ...["tools/list", "resources/list", "resources/templates/list"].flatMap((method): [string, unknown][] => [
      [method, { cursor: "x" }],
      [method, { cursor: "" }],
      [method, null],
    ]),
    ...[undefined, {}, [], { protocolVersion: "2024-11-05" }].map((params): [string, unknown] => [
      "initialize",
      params,
    ]),
    ...[{}, { name: 1 }, { name: ["list_links"] }].map((params): [string, unknown] => ["tools/call", params]),
    ...metas.flatMap((_meta): [string, unknown][] => [
      ["tools/list", { _meta }],
      ["tools/call", { name: "list_links", arguments: {}, _meta }],
    ]),
  ]
  return rows.map(([method, params]) => [
    `${method} with ${JSON.stringify(params)}`,
    { headers: bearer(member), body: rpc(method, params) },
  ])
}

function transport({ member }: Tokens): Row[] {
  const ping = rpc("ping")
  const withHeader = (name: string, value: string): Row => [
    `${name}: ${value}`,
    { headers: { [name]: value }, body: ping },
  ]
  const origins = ["http://localhost:3000", namedOrigin, "https://evil.example", "null", "http://localhost:3001"]
  const hosts = ["127.0.0.1:3000", "[::1]:3000", "evil.example", "localhost:80"]
  const types = ["text/plain", "application/json; charset=utf-8", "application/json; charset=utf-16", ""]
  return [
    ...origins.map((origin) => withHeader("origin", origin)),
    ...hosts.map((host) => withHeader("host", host)),
    ...types.map((type) => withHeader("content-type", type)),
    withHeader("content-encoding", "gzip"),
    withHeader("accept", "text/html"),
    withHeader("mcp-session-id", "a-session"),
    withHeader("last-event-id", "7"),
    withHeader("mcp-method", "tools/call"),
    ...["/mcp", "/mcp/"].flatMap((path) =>
      ["GET", "HEAD", "DELETE", "PUT", "PATCH", "OPTIONS"].map(
        (method): Row => [`${method} ${path}`, { method, path }],
      ),
    ),
    ...[namedOrigin, "https://evil.example"].map((origin): Row => {
      const headers = { origin, "access-control-request-method": "POST", "access-control-request-headers": "mcp-name" }
      return [`a preflight of ${origin}`, { method: "OPTIONS", headers }]
    }),
    ["a challenge for a named origin", { headers: { origin: namedOrigin }, body: call("list_links") }],
    ...["/mcp/", "/mcp?auth=required", "/mcp/?auth=required", "/mcp?auth=no"].flatMap((path): Row[] => [
      [`ping at ${path}`, { path, body: ping }],
      [`server/discover at ${path}`, { path, body: rpc("server/discover") }],
      [`a call at ${path}`, { path, body: call("list_workspaces") }],
      [`a call at ${path} with a token`, { path, headers: bearer(member), body: call("list_workspaces") }],
      [`an unknown token at ${path}`, { path, headers: bearer("no"), body: ping }],
    ]),
    [`a token in the query`, { path: `/mcp?access_token=${member}`, body: call("list_workspaces") }],
  ]
}
