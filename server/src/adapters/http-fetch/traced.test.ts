import assert from "node:assert/strict"
import { createServer } from "node:http"
import { test } from "node:test"
import { openTracing } from "#spans/open-tracing.ts"
import { inOpenSpan, type Span } from "#spans/span.ts"
import { SpanQueue } from "#spans/span-queue.ts"
import { writeTraceparent } from "#spans/traceparent.ts"
import { listen } from "#test/support/http/listen.ts"
import { dnsServer } from "#test/support/stand-ins/dns-server.ts"
import { openGuardedFetch } from "./guarded.ts"

test("a fetch in a trace sends the place of its own span, and one outside sends none", async (t) => {
  const brought: unknown[] = []
  const port = await listen(
    t,
    createServer(({ headers }, response) => {
      brought.push(headers.traceparent)
      response.end()
    }),
  )
  const dns = await dnsServer(t)
  dns.answer("A", "public.example", ["127.0.0.1"])
  const http = openGuardedFetch({ dnsServers: [dns.address], allowed: `127.0.0.1:${port}` })
  const url = `http://public.example:${port}/`
  const get = () => http.get(url, { maxBytes: 1_000, timeoutMs: 5_000, headers: { accept: "text/plain" } })
  const post = () => http.post(url, { body: Buffer.from("x"), headers: {}, timeoutMs: 5_000 })

  const ended: Span[] = []
  const send = async (spans: readonly Span[]) => {
    ended.push(...spans)
    return 0
  }
  const tracing = openTracing(1, new SpanQueue(send, { info() {}, warn() {}, error() {} }))
  const job = tracing.begin(undefined, () => ({ name: "job" }))
  assert.ok(job)
  await inOpenSpan(job, async () => {
    await get()
    await post()
  })
  await get()
  await tracing.close()

  const fetches = ended.filter(({ start }) => start.name === "fetch")
  const places = fetches.map(({ trace, id }) => writeTraceparent({ traceId: trace.id, spanId: id, isSampled: true }))
  assert.equal(places.length, 2)
  assert.deepEqual(brought, [...places, undefined])
  assert.ok(fetches.every(({ parentId }) => parentId === job.id))
})
