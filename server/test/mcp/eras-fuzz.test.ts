import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { inBase64, newEra, serverInfoKey } from "#test/support/agents/new-era.ts"
import { anyText } from "#test/support/basics/any-text.ts"
import { runs } from "#test/support/basics/property-runs.ts"
import { type McpAnswer, mcpWorld } from "#test/support/worlds/mcp-world.ts"

/** What is random in a request. */
interface Drawn {
  method: string
  isNotification: boolean
  id: string | number
  name: unknown
  meta: unknown
  /** What the headers have in place of the body's values. */
  headers: Record<"version" | "method" | "name", (value: string) => string | undefined>
  token: "none" | "valid" | "unknown"
}

const statics = ["tools/list", "resources/list", "resources/templates/list", "resources/read"]
const names = ["list_links", "docs://scopes", "no_such_thing", "docs://Załączniki", "", 7, undefined]

/** A NUL is refused in every body. */
const text = (longest?: number) => anyText(longest).map((drawn) => drawn.replaceAll("\0", ""))

/** Printable characters of Latin-1, which is what a header may contain. */
const headerText = fc.string({ unit: fc.integer({ min: 33, max: 255 }).map((code) => String.fromCharCode(code)) })
const usually = <Value>(usual: Value, ...others: fc.Arbitrary<Value>[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, ...others.map((arbitrary) => ({ weight: 1, arbitrary })))

const versions = usually<unknown>(newEra, fc.constantFrom("2025-06-18", "2099-01-01", "", 7, null, []), text())
const capabilities = usually<unknown>({}, fc.constantFrom({ elicitation: {} }, null, [], "x", true))
const clientInfo = fc.oneof(fc.constantFrom(null, 7, "x", []), fc.record({ name: text(80), version: text(30) }))
const others = fc.dictionary(fc.constantFrom("progressToken", "traceparent", "tracestate", "a/b"), text())
const whole = fc
  .tuple(
    fc.record({ protocolVersion: versions, clientCapabilities: capabilities, clientInfo }, { requiredKeys: [] }),
    others,
  )
  .map(([own, more]) => ({
    ...more,
    ...Object.fromEntries(Object.entries(own).map(([key, value]) => [`io.modelcontextprotocol/${key}`, value])),
  }))
const complete = whole.map((meta) => ({
  "io.modelcontextprotocol/protocolVersion": newEra,
  "io.modelcontextprotocol/clientCapabilities": {},
  ...meta,
}))

const same = (value: string) => value
type Header = (value: string) => string | undefined
const header = (...rows: Header[]): fc.Arbitrary<Header> =>
  usually<Header>(
    same,
    fc.constantFrom<Header>(() => undefined, ...rows),
    headerText.map((text) => () => text),
  )

const drawn: fc.Arbitrary<Drawn> = fc.record({
  method: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...statics, "tools/call", "tools/call", "server/discover") },
    { weight: 2, arbitrary: fc.constantFrom("initialize", "ping", "prompts/list", "subscriptions/listen") },
    { weight: 1, arbitrary: text() },
  ),
  isNotification: usually<boolean>(false, fc.constant(true)),
  id: fc.oneof(fc.maxSafeInteger(), text()),
  name: fc.constantFrom(...names),
  meta: fc.oneof(
    { weight: 8, arbitrary: complete as fc.Arbitrary<unknown> },
    { weight: 2, arbitrary: whole },
    { weight: 3, arbitrary: fc.constantFrom(undefined, null, "x", 7, [], { progressToken: 1 }) },
  ),
  headers: fc.record({
    version: fc.oneof(
      {
        weight: 6,
        arbitrary: header(
          () => newEra,
          (value) => `${value}, ${value}`,
        ),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom<Header>(
          () => undefined,
          () => "2025-06-18",
        ),
      },
    ),
    method: header(
      (value) => value.toUpperCase(),
      inBase64,
      (value) => `${value}, ${value}`,
    ),
    name: header(
      inBase64,
      (value) => inBase64(value).slice(0, -3),
      (value) => `${value}x`,
    ),
  }),
  token: fc.constantFrom("none", "none", "valid", "unknown"),
})

interface Sent extends Omit<Drawn, "headers"> {
  headers: { version: string | undefined; method: string | undefined; name: string | undefined }
}

/** The headers that a client may send: text that is no Latin-1 cannot be one. */
function toSent({ headers, ...rest }: Drawn): Sent {
  const method = rest.isNotification ? `notifications/${rest.method}` : rest.method
  const named =
    ["tools/call", "resources/read"].includes(method) && typeof rest.name === "string" ? rest.name : undefined
  const version = fieldOf(rest.meta, "protocolVersion")
  const sendable = (text: string | undefined) => (text !== undefined && /^[\x20-\xff]*$/.test(text) ? text : undefined)
  return {
    ...rest,
    method,
    headers: {
      version: sendable(headers.version(typeof version === "string" ? version : newEra)),
      method: sendable(headers.method(method)),
      name: named === undefined ? undefined : sendable(headers.name(named)),
    },
  }
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const fieldOf = (meta: unknown, name: string) => (isPlain(meta) ? meta[`io.modelcontextprotocol/${name}`] : undefined)

type Wanted = [status: number, code?: number | "result" | "refused"]

/** The expected answer to a request: its first fault, in the order in which the server looks for faults. */
function wantedOf(sent: Sent): { era: "old" | "new"; wanted: Wanted } {
  const { method, headers, meta, isNotification } = sent
  const isNamed = isPlain(meta) && "io.modelcontextprotocol/protocolVersion" in meta
  const isNew = isNamed || (headers.version === newEra && method !== "initialize")
  if (!isNew) return { era: "old", wanted: wantedOfOld(sent) }
  const fault = isNotification ? undefined : newFault(sent)
  return { era: "new", wanted: fault ?? tokenFault(sent) ?? (isNotification ? [202] : newAnswer(sent)) }
}

function newFault({ method, headers, meta, name }: Sent): Wanted | undefined {
  const version = fieldOf(meta, "protocolVersion")
  if (typeof version !== "string" || !isPlain(fieldOf(meta, "clientCapabilities"))) return [400, -32602]
  const isRepeated = /^[\d-]+$/.test(version) && headers.version === `${version}, ${version}`
  if (headers.version !== version && !isRepeated) return [400, -32020]
  if (headers.method !== method) return [400, -32020]
  const isNamed = ["tools/call", "resources/read"].includes(method) && typeof name === "string"
  if (isNamed && headers.name !== inBase64(name) && !(headers.name === name && /^[ -~]*$/.test(name)))
    return [400, -32020]
  return version === newEra ? undefined : [400, -32022]
}

function tokenFault({ token, method, isNotification }: Sent): Wanted | undefined {
  const isMissing = token === "none" && method === "tools/call" && !isNotification
  return token === "unknown" || isMissing ? [401, "refused"] : undefined
}

function newAnswer({ method, name }: Sent): Wanted {
  if (method === "server/discover") return [200, "result"]
  if (method === "subscriptions/listen") return [200, -32602] // without a filter
  return named({ method, name }, -32602) ?? [404, -32601]
}

function named({ method, name }: Pick<Sent, "method" | "name">, missing: number): Wanted | undefined {
  if (method === "tools/call") return [200, name === "list_links" ? "result" : -32602]
  if (!statics.includes(method)) return undefined
  if (method !== "resources/read" || name === "docs://scopes") return [200, "result"]
  return [200, typeof name === "string" ? missing : -32602]
}

function wantedOfOld(sent: Sent): Wanted {
  const { method, headers, isNotification } = sent
  const isSpoken = headers.version === undefined || headers.version === "2025-06-18" || method === "initialize"
  if (!isSpoken) return [400, -32600]
  const fault = tokenFault(sent)
  if (fault || isNotification) return fault ?? [202]
  if (method === "server/discover") return [400, -32600]
  if (method === "ping") return [200, "result"]
  if (method === "initialize") return [200, -32602] // without a version
  return named(sent, -32002) ?? [200, -32601]
}

/** Asserts that an answer has a form of its era. */
function assertForm(era: "old" | "new", sent: Sent, { status, body, text, headers }: McpAnswer): void {
  assert.ok(status < 500)
  if (status === 202) assert.equal(text, "")
  else if (status === 401) {
    assert.match(headers["www-authenticate"] ?? "", /^Bearer error="invalid_token", /)
    assert.deepEqual([Object.keys(body), body.error], [["error", "error_description"], "invalid_token"])
  } else assertRpcForm(era, sent, { status, body })
}

function assertRpcForm(era: "old" | "new", sent: Sent, { status, body }: Pick<McpAnswer, "status" | "body">): void {
  assert.equal(body.jsonrpc, "2.0")
  assert.equal("result" in body, !("error" in body))
  if (era === "new" || status === 200) assert.equal(body.id, sent.id)
  else assert.equal("id" in body, false)
  if (body.error) {
    assert.deepEqual(
      [typeof body.error.message, body.error.code === -32022],
      ["string", body.error.data?.supported !== undefined],
    )
    return
  }
  const isCacheable = sent.method !== "tools/call"
  const { resultType, ttlMs, cacheScope, _meta } = body.result
  const hints = isCacheable ? [3_600_000, "public"] : [undefined, undefined]
  const dress = era === "new" ? ["complete", ...hints, "atelier"] : Array(4).fill(undefined)
  assert.deepEqual([resultType, ttlMs, cacheScope, _meta?.[serverInfoKey].name], dress)
}

test("2,000 requests with any `_meta` and headers get an answer of their era, for their first fault", async (t) => {
  const { send, callers, connect } = await mcpWorld(t, {
    settings: { SVC_RATE_READS: "1000000", SVC_RATE_TOOLS: "1000000" },
  })
  const tokens = { none: undefined, unknown: "no", valid: (await connect(callers.member)).accessToken }
  const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31)
  t.diagnostic(`seed ${seed}`)
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(drawn, async (one) => {
      const sent = toSent(one)
      const { method, id, name, meta, isNotification } = sent
      const params = { name, uri: name, arguments: {}, _meta: meta }
      const token = tokens[sent.token]
      const headers = {
        "mcp-protocol-version": sent.headers.version,
        "mcp-method": sent.headers.method,
        "mcp-name": sent.headers.name,
        authorization: token && `Bearer ${token}`,
      }
      const answer = await send(
        JSON.stringify({ jsonrpc: "2.0", ...(!isNotification && { id }), method, params }),
        Object.fromEntries(
          Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined),
        ),
      )
      const { era, wanted } = wantedOf(sent)
      const { error } = answer.body ?? {}
      const got =
        answer.status === 202 ? [202] : [answer.status, error === undefined ? "result" : (error.code ?? "refused")]
      assert.deepEqual(got, wanted)
      assertForm(era, sent, answer)
      const kind = `${era} ${wanted.join(" ")}`
      seen.set(kind, (seen.get(kind) ?? 0) + 1)
    }),
    { numRuns: runs(2_000), seed },
  )
  t.diagnostic([...seen].map(([kind, times]) => `${kind}: ${times}`).join(", "))
  assert.ok(seen.size >= 12, `${[...seen.keys()]}`)
})
