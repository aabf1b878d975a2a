import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { fileURLToPath } from "node:url"
import { newEraRequest } from "#test/support/agents/new-era.ts"
import { emptyDatabaseUrl, onBothDatabases, temporaryFolder } from "#test/support/databases/test-databases.ts"
import { type ServerProcess, startServer, startToolServer } from "#test/support/processes/server-process.ts"
import { type MailServer, smtpServer } from "#test/support/stand-ins/smtp-server.ts"
import { type ReceivedSpan, type TraceCollector, traceCollector } from "#test/support/stand-ins/trace-collector.ts"

const edge = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" }
const traceparent = `00-${edge.traceId}-${edge.spanId}-01`

onBothDatabases("a paid checkout is one trace that ends with the mail of its receipt", async (t, kind) => {
  const [collector, mails] = [await traceCollector(t), await smtpServer(t)]
  // Only the checkout is traced: the proxy says so, and nothing else is sampled.
  const server = await startServer(t, {
    ...{ SVC_TRACES_URL: collector.url, SVC_TRACES_SAMPLED: "0", SVC_TRUSTED_PROXIES: "127.0.0.1" },
    ...{ SVC_MAIL_URL: mails.url, SVC_DATABASE_URL: await emptyDatabaseUrl(t, kind) },
  })
  await buy(server, { traceparent })
  await receiptIn(mails)
  await stop(server)

  const { spans } = collector
  assert.deepEqual(collector.faults, [])
  assert.deepEqual([...new Set(spans.map(({ traceId }) => traceId))], [edge.traceId])
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const pathOf = ({ name, parentSpanId = "" }: ReceivedSpan): string[] => {
    const parent = byId.get(parentSpanId)
    return [...(parent ? pathOf(parent) : [parentSpanId]), name]
  }
  const paths = spans.map((span) => pathOf(span).join(" > "))
  assert.deepEqual(
    paths.filter((path) => !path.startsWith(`${edge.spanId} > request`)),
    [],
  )
  const checkout = `${edge.spanId} > request > action startCheckout > transaction`
  assert.ok(paths.includes(`${checkout} > statement insert purchases`), paths.join("\n"))
  assert.ok(paths.includes(`${checkout} > job mail-receipt > mail`), paths.join("\n"))
  assert.ok(paths.includes(`${checkout} > job tell-sale > transaction > statement insert jobs`), paths.join("\n"))

  const request = spans.find(({ name }) => name === "request")
  assert.deepEqual(valuesOf(request, ["method", "endpoint", "status"]), ["POST", "startCheckout", "200"])
  const lines = logOf(server).filter(({ traceId }) => traceId === edge.traceId)
  assert.deepEqual(
    lines.map(({ endpoint }) => endpoint),
    ["startCheckout"],
    "its log line has the trace's id",
  )
})

test("a malformed traceparent of a proxy is ignored, and a new trace starts", async (t) => {
  const collector = await traceCollector(t)
  const settings = { SVC_TRACES_SAMPLED: "100", SVC_TRUSTED_PROXIES: "127.0.0.1" }
  const server = await startServer(t, { SVC_TRACES_URL: collector.url, ...settings })
  const malformed = [
    traceparent.replace("00", "ff"),
    traceparent.replace(edge.traceId, "0".repeat(32)),
    traceparent.replace(edge.spanId, "0".repeat(16)),
    traceparent.toUpperCase(),
    `${traceparent}-${"0".repeat(10_000)}`,
  ]
  for (const text of malformed) {
    const { status } = await fetch(`${server.url}/api/pay/demo`, { headers: { traceparent: text } })
    assert.equal(status, 200)
  }
  await stop(server)
  const requests = collector.spans.filter(({ name }) => name === "request")
  assert.equal(new Set(requests.map(({ traceId }) => traceId)).size, malformed.length)
  assert.ok(requests.every((span) => span.parentSpanId === undefined && span.traceId !== edge.traceId))
})

test("a visitor's traceparent neither has a request traced nor names its trace", async (t) => {
  const collector = await traceCollector(t)
  const settings = { SVC_TRACES_URL: collector.url, SVC_TRUSTED_PROXIES: "10.0.0.0/8" }
  const unsampled = await startServer(t, { ...settings, SVC_TRACES_SAMPLED: "0" })
  await buy(unsampled, { traceparent })
  await stop(unsampled)
  assert.deepEqual(collector.spans, [])

  const sampled = await startServer(t, { ...settings, SVC_TRACES_SAMPLED: "100" })
  await fetch(`${sampled.url}/api/pay/demo`, { headers: { traceparent } })
  await stop(sampled)
  const requests = collector.spans.filter(({ name }) => name === "request")
  assert.deepEqual(
    requests.map(({ parentSpanId, traceId }) => [parentSpanId, traceId === edge.traceId]),
    [[undefined, false]],
  )
})

test("a well-formed traceparent in _meta is the parent of a tool request's spans, also beside a proxy's", async (t) => {
  const collector = await traceCollector(t)
  const settings = { SVC_TRACES_SAMPLED: "100", SVC_TRUSTED_PROXIES: "127.0.0.1" }
  const server = await startToolServer(t, { SVC_TRACES_URL: collector.url, ...settings })
  const agent = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" }
  const ofAgent = `00-${agent.traceId}-${agent.spanId}-00`
  const ask = async (inMeta: unknown, proxy: Record<string, string> = {}) => {
    const { headers, body } = newEraRequest("server/discover", {}, { traceparent: inMeta })
    const { status } = await fetch(server.mcp, { method: "POST", headers: { ...headers, ...proxy }, body })
    assert.equal(status, 200)
  }
  await ask(ofAgent)
  await ask(ofAgent, { traceparent })
  await ask(ofAgent.toUpperCase(), { traceparent })
  for (const malformed of [1, null, {}, "", `${ofAgent}-more`]) await ask(malformed)
  await stop(server)

  const requests = collector.spans.filter(({ name }) => name === "request")
  const places = requests.map(({ traceId, parentSpanId }) => [traceId, parentSpanId])
  const [first, second, third, ...rest] = places
  assert.deepEqual([first, second], [Object.values(agent), Object.values(agent)])
  assert.deepEqual(third, Object.values(edge))
  assert.deepEqual(
    rest.map(([, parent]) => parent),
    rest.map(() => undefined),
  )
  const logged = logOf(server).filter(({ traceId }) => traceId === agent.traceId)
  assert.equal(logged.length, 2, "the log lines have the trace's id")
})

test("a traceparent in _meta has no request traced", async (t) => {
  const collector = await traceCollector(t)
  const server = await startToolServer(t, { SVC_TRACES_URL: collector.url, SVC_TRACES_SAMPLED: "0" })
  const request = newEraRequest("server/discover", {}, { traceparent })
  assert.equal((await fetch(server.mcp, { method: "POST", ...request })).status, 200)
  await stop(server)
  assert.deepEqual(collector.spans, [])
})

test("without SVC_TRACES_URL no code of traces is loaded, and no AsyncLocalStorage has a store", async (t) => {
  const collector = await traceCollector(t)
  const off = await notesOf(t, {})
  assert.deepEqual(off.loaded.filter(isOfTraces), [])
  assert.equal(off.stores, 0)

  const on = await notesOf(t, { SVC_TRACES_URL: collector.url, SVC_TRACES_SAMPLED: "100" })
  assert.equal(on.loaded.filter(isOfTraces).length, 1)
  assert.ok(on.stores > 0)
})

/** Our export of spans is a file of its own in the bundle. */
const isOfTraces = (url: string) => /export-spans|opentelemetry/.test(url)

async function notesOf(t: TestContext, settings: Record<string, string>) {
  const notes = join(temporaryFolder(t), "notes.json")
  const noter = fileURLToPath(new URL("../support/processes/note-tracing.js", import.meta.url))
  const server = await startServer(t, { NODE_OPTIONS: `--import=${noter}`, NOTES: notes, ...settings })
  await buy(server)
  await stop(server)
  return JSON.parse(readFileSync(notes, "utf8")) as { loaded: string[]; stores: number }
}

test("no secret, address or file name is in a span", async (t) => {
  const [collector, mails] = [await traceCollector(t), await smtpServer(t)]
  const server = await startServer(t, {
    ...{ SVC_TRACES_URL: collector.url, SVC_TRACES_SAMPLED: "100", SVC_MAIL_URL: mails.url },
    SVC_SECRET_KEY: "canary-secret-key-of-thirty-two-letters",
  })
  const delivery = await buy(server, { authorization: "Bearer canary-token", cookie: "session=canary-cookie" })
  await post(`${server.url}/api/pay/demo/gift`, { code: "GIFT-FULL", buyerEmail: "canary-gift@example.com" })
  await post(`${server.url}/api/pay/demo/gift`, { code: "canary-code", buyerEmail: "canary-gift@example.com" })
  const download = await fetch(delivery.files[0]?.url ?? "")
  assert.equal(download.status, 200)
  await download.bytes()
  await fetch(`${server.url}/api/pay/canary-key?canary-query=1`)
  await fetch(`${server.url}/api/pay/demo/checkout`, { method: "POST", body: "canary-body" })
  await fetch(`${server.url}/mcp`, { method: "POST", headers: { authorization: "Bearer canary-token" }, body: "{}" })
  await receiptIn(mails)
  await stop(server)

  const text = JSON.stringify(collector.spans)
  const sent = mails.deliveries.map(({ message }) => message.toString()).join("\n")
  const secrets = [
    ...["canary", "@", "GIFT-FULL", "Bearer", "where ", "demo"],
    ...delivery.files.flatMap(({ name, url }) => [
      name,
      new URL(url).pathname,
      new URL(url).pathname.split("/").at(-1),
    ]),
    ...[delivery.sessionId, new URL(delivery.url).pathname.split("/").at(-1)],
    ...[...sent.matchAll(/https?:\/\/\S+?\/(\w{20,})/g)].map(([, token]) => token),
  ]
  assert.deepEqual(
    secrets.filter((secret) => secret && text.includes(secret)),
    [],
  )
  for (const name of ["request", "action redeemGift", "blob read", "mail", "job mail-receipt", "transaction"]) {
    assert.ok(names(collector).includes(name), `${name} was looked through`)
  }
})

const names = ({ spans }: TraceCollector) => spans.map(({ name }) => name)

/** Buys the demo's offer in the sandbox, with these headers on the checkout, and opens the delivery. */
async function buy(server: ServerProcess, headers: Record<string, string> = {}) {
  const buyerEmail = "canary-buyer@example.com"
  const { sessionId } = await post(`${server.url}/api/pay/demo/checkout`, { buyerEmail }, headers)
  await post(`${server.url}/sandbox/sessions/${sessionId}/pay`, { card: "4242424242424242" })
  const { deliveryUrl } = await post(`${server.url}/api/pay/demo/verify`, { sessionId })
  const here = (address: unknown) => `${server.url}${new URL(String(address)).pathname}`
  const response = await fetch(here(deliveryUrl), { headers: { accept: "application/json" } })
  const { files } = (await response.json()) as { files: { name: string; url: string }[] }
  return {
    url: String(deliveryUrl),
    sessionId: String(sessionId),
    files: files.map(({ name, url }) => ({ name, url: here(url) })),
  }
}

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...headers },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Record<string, unknown>
}

async function receiptIn({ deliveries }: MailServer): Promise<void> {
  while (!deliveries.some(({ to }) => to.includes("canary-buyer@example.com"))) await new Promise(setImmediate)
}

async function stop(server: ServerProcess): Promise<void> {
  server.process.kill("SIGTERM")
  assert.deepEqual(await server.ended, { code: 0, signal: null })
}

function logOf(server: ServerProcess): Record<string, unknown>[] {
  const lines = server.output().split("\n")
  return lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line))
}

function valuesOf(span: ReceivedSpan | undefined, keys: string[]): unknown[] {
  const values = new Map(span?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
  return keys.map((key) => values.get(key))
}
