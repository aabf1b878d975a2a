import assert from "node:assert/strict"
import { createServer } from "node:http"
import { test } from "node:test"
import type { App } from "#access/perform.ts"
import { openFaultReports } from "#log/fault-reports.ts"
import { openLog } from "#log/log.ts"
import { openMetrics } from "#surfaces/metrics/metrics.ts"
import { openOperationsPort } from "#surfaces/metrics/operations-port.ts"
import { listen } from "#test/support/http/listen.ts"
import { openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { browser, tillOf } from "#test/support/selling/till.ts"
import { mcpWorld } from "#test/support/worlds/mcp-world.ts"
import { pagesOf } from "#test/support/worlds/page-world.ts"
import { silentLog } from "#test/support/worlds/world.ts"

/** Drawing a card fails with secrets in the name, the message, the cause and the stack. */
function withLeakyCards(app: App): App {
  const leaky = () => {
    const message = "sk_live_canary https://bo:canary@example.com/?token=canary\n    at canary (/canary.ts:1:1)"
    return Promise.reject(new TypeError(message, { cause: new Error("canary") }))
  }
  return { ...app, cards: { ...app.cards, draw: leaky } }
}

test("no secret of a sale, a sign-in, a tool call or a fault is in the metrics or in fault reports", async (t) => {
  const received: string[] = []
  const receiver = createServer(async (request, response) => {
    received.push(JSON.stringify(request.headers), Buffer.concat(await request.toArray()).toString())
    response.end()
  })
  const url = `http://127.0.0.1:${await listen(t, receiver)}/`
  const faults = openFaultReports({ url, version: "1" }, () => silentLog)
  const lines: string[] = []
  const log = openLog("info", { write: (line) => void lines.push(line) }, { onFault: faults.report })
  const metrics = openMetrics()
  t.after(metrics.close)
  const port = openOperationsPort({ "/metrics": metrics.answer })
  t.after(port.close)
  const metricsAt = `${await port.listen(0, "127.0.0.1")}/metrics`

  const world = await mcpWorld(t, { log, change: withLeakyCards, observe: metrics.observe })
  const sold = await offerOnSale(world)
  const till = tillOf(world, { id: sold.id, key: sold.shortKey ?? "" })
  const buyer = browser()
  const { sessionId = "" } = await till.checkout({ buyerEmail: "canary-buyer@example.com" }, buyer)
  await world.sandbox.pay(sessionId, { card: "4242424242424242" })
  await till.verify(sessionId, buyer)
  await till.deliver()
  const gift = await world.post(`/api/pay/${sold.shortKey}/gift`, {
    code: "CANARY-GIFT",
    buyerEmail: "canary@example.com",
  })
  assert.equal(gift.status, 404)
  const person = openBrowser(await pagesOf(world))
  await signIn(await pagesOf(world), person, "canary-person@example.com")
  const { accessToken } = await world.connect(world.callers.owner)
  const called = await world.call(accessToken, "create_doc", { title: "canary title" })
  assert.equal(called.status, 200)
  await world.get("/s/canary-slug?token=canary", { authorization: "Bearer canary", "x-request-id": "canary-request" })
  assert.equal((await world.get("/api/og?title=canary", { "x-request-id": "canary-request" })).status, 500)
  await faults.end()

  const scrape = await (await fetch(metricsAt)).text()
  assert.match(scrape, /^faults_total\{name="TypeError"\} 1$/m)
  for (const endpoint of ["redeemGift", "mcp", "followLink", "drawPreview", "/sign-in"])
    assert.match(scrape, new RegExp(`^http_requests_total\\{endpoint="${endpoint}",`, "m"))
  assert.match(scrape, /^job_seconds_count\{kind="mail-receipt",outcome="done"\} 1$/m)
  assert.match(lines.join(""), /canary-request/, "the log may have the client's own id of a request")
  assert.equal(received.length, 2)
  const { requestId, ...report } = JSON.parse(received[1] ?? "")
  assert.equal(report.name, "TypeError")
  assert.match(report.stack.join("\n"), /secrets\.test\.ts:\d+/)
  const secrets = [
    /canary(?!-request)/i,
    new RegExp(accessToken),
    ...[...person.cookies.values()].map((value) => new RegExp(value)),
  ]
  const sent = [scrape, received[0], JSON.stringify(report)].join("\n")
  for (const secret of secrets) assert.doesNotMatch(sent, secret)
})
