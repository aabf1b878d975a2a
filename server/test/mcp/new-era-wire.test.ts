import assert from "node:assert/strict"
import { test } from "node:test"
import { inBase64, newEra, newEraRequest } from "#test/support/agents/new-era.ts"
import { request } from "#test/support/http/raw-http.ts"
import { listen } from "#test/support/worlds/http-world.ts"
import { mcpWorld } from "#test/support/worlds/mcp-world.ts"

type Line = [name: string, value: string]

const uri = "docs://Załączniki"
const read = newEraRequest("resources/read", { uri: "docs://scopes" })
const discover = newEraRequest(
  "server/discover",
  {},
  {
    id: "server-discover-probe-1",
    meta: {
      clientInfo: {
        name: "claude-code",
        title: "Claude Code",
        version: "2.1.260",
        websiteUrl: "https://claude.com/claude-code",
      },
    },
  },
)
const usual: Line[] = [
  ["MCP-Protocol-Version", newEra],
  ["Mcp-Method", "resources/read"],
  ["Mcp-Name", "docs://scopes"],
]
const without = (name: string) => usual.filter((line) => line[0] !== name)

/** What real clients and the proxies before a service make of the headers, and the answer: its status, and its error. */
const wires: [what: string, body: string, headers: Line[], answer: [number, number?]][] = [
  ["names in small letters", read.body, usual.map(([name, value]) => [name.toLowerCase(), value]), [200]],
  ["names in capitals", read.body, usual.map(([name, value]) => [name.toUpperCase(), value]), [200]],
  ["white space around values", read.body, usual.map(([name, value]) => [name, `  ${value}\t `]), [200]],
  ["the version in two lines", read.body, [...usual, ["mcp-protocol-version", newEra]], [200]],
  ["two versions", read.body, [...usual, ["mcp-protocol-version", "2025-11-25"]], [400, -32020]],
  [
    "an older version, which a proxy pins",
    read.body,
    [...without("MCP-Protocol-Version"), ["MCP-Protocol-Version", "2025-11-25"]],
    [400, -32020],
  ],
  ["no version, which a proxy drops", read.body, without("MCP-Protocol-Version"), [400, -32020]],
  ["no method, which a proxy drops", read.body, without("Mcp-Method"), [400, -32020]],
  ["no name, which a proxy drops", read.body, without("Mcp-Name"), [400, -32020]],
  ["the name in two lines", read.body, [...usual, ["Mcp-Name", "docs://scopes"]], [400, -32020]],
  [
    "a name in UTF-8",
    newEraRequest("resources/read", { uri }).body,
    [...without("Mcp-Name"), ["Mcp-Name", uri]],
    [400, -32020],
  ],
  [
    "a name in Base64",
    newEraRequest("resources/read", { uri }).body,
    [...without("Mcp-Name"), ["Mcp-Name", inBase64(uri)]],
    [200, -32602],
  ],
  [
    "a session and a place of another era",
    read.body,
    [...usual, ["Mcp-Session-Id", "x"], ["Last-Event-ID", "1"]],
    [200],
  ],
  [
    "the first request of Claude Code",
    discover.body,
    [
      ["mcp-protocol-version", newEra],
      ["mcp-method", "server/discover"],
    ],
    [200],
  ],
]

test("headers arrive as clients and proxies send them", async (t) => {
  const world = await mcpWorld(t)
  const { port } = await listen(world)
  for (const [what, body, headers, wanted] of wires) {
    const every: Line[] = [["Host", "localhost:3000"], ["Content-Type", "application/json"], ...headers]
    const lines = [...every, ["Content-Length", String(Buffer.byteLength(body))], ["Connection", "close"]]
    const head = ["POST /mcp HTTP/1.1", ...lines.map(([name, value]) => `${name}: ${value}`)].join("\r\n")
    const { status, text } = await request(port, `${head}\r\n\r\n${body}`)
    const { error } = JSON.parse(text)
    assert.deepEqual([status, ...(error ? [error.code] : [])], wanted, `${what}: ${text.slice(0, 200)}`)
  }
})
