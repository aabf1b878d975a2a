import assert from "node:assert/strict"
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { type TestContext, test } from "node:test"
import { freePort } from "#test/support/http/free-port.ts"
import { startServer } from "#test/support/processes/server-process.ts"
import { traceCollector } from "#test/support/stand-ins/trace-collector.ts"

/** Enough for several full batches of spans. */
const requests = 500

const collectors: Record<string, (t: TestContext) => Promise<string>> = {
  dead: async () => urlOf(await freePort()),
  hanging: async (t) => (await traceCollector(t, () => {})).url,
  "slow, without an end": async (t) => {
    const timers = new Set<NodeJS.Timeout>()
    t.after(() => timers.forEach(clearInterval))
    return (await traceCollector(t, (_, response) => timers.add(setInterval(() => response.write(" "), 100)))).url
  },
  "cutting connections": async (t) => (await traceCollector(t, (request) => request.socket.destroy())).url,
  "sending garbage": async (t) => {
    const server = createServer((socket) => socket.on("error", () => {}).end("garbage\r\n\r\n".repeat(10_000)))
    await once(server.listen(0, "127.0.0.1"), "listening")
    t.after(() => server.close())
    return urlOf((server.address() as AddressInfo).port)
  },
  "answering without limit": async (t) => {
    const { url } = await traceCollector(t, (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      }
      response.on("drain", more).on("error", () => {})
      more()
    })
    return url
  },
  refusing: async (t) => (await traceCollector(t, (_, response) => response.writeHead(400).end("{}"))).url,
  busy: async (t) => (await traceCollector(t, (_, response) => response.writeHead(503).end())).url,
}

for (const [what, open] of Object.entries(collectors)) {
  test(`a collector that is ${what} fails no request and delays no stop`, async (t) => {
    const settings = { SVC_TRACES_URL: await open(t), SVC_TRACES_SAMPLED: "100", SVC_RATE_READS: "100000" }
    const server = await startServer(t, settings)
    const statuses = new Set<number>()
    for (let n = 0; n < requests; n += 50) {
      const answers = Array.from({ length: 50 }, async () => {
        const response = await fetch(`${server.url}/api/pay/demo`)
        await response.bytes()
        statuses.add(response.status)
      })
      await Promise.all(answers)
    }
    assert.deepEqual([...statuses], [200])
    server.process.kill("SIGTERM")
    assert.deepEqual(await server.ended, { code: 0, signal: null })
    assert.doesNotMatch(server.output(), /Not everything ended in time|A fault that nothing handles/)
    if (what !== "answering without limit") assert.match(server.output(), /"times":\d+,"msg":"Spans were dropped\."/)
  })
}

const urlOf = (port: number) => `http://127.0.0.1:${port}/v1/traces`
