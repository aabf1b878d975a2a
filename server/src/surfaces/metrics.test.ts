import assert from "node:assert/strict"
import { test } from "node:test"
import { openMetrics } from "./metrics.ts"

test("a scrape tells requests by endpoint and status, jobs, dropped log lines, and the event loop's lag", async (t) => {
  const metrics = openMetrics({
    countJobs: async () => ({ waiting: 3, running: 1, dead: 2 }),
    countDroppedLines: () => 7,
  })
  t.after(() => metrics.close())
  metrics.observe("checkSlug", 200, 0.002)
  metrics.observe("checkSlug", 200, 0.2)
  metrics.observe("getOffer", 404, 0.001)

  const response = await fetch(await metrics.listen(0, "127.0.0.1"))
  const text = await response.text()

  assert.equal(response.status, 200)
  assert.match(text, /^http_request_duration_seconds_count\{endpoint="checkSlug",status="200"\} 2$/m)
  assert.match(text, /^http_request_duration_seconds_bucket\{le="0.0025",endpoint="checkSlug",status="200"\} 1$/m)
  assert.match(text, /^http_request_duration_seconds_count\{endpoint="getOffer",status="404"\} 1$/m)
  assert.match(text, /^jobs\{state="waiting"\} 3$/m)
  assert.match(text, /^jobs\{state="dead"\} 2$/m)
  assert.match(text, /^log_lines_dropped_total 7$/m)
  assert.match(text, /^nodejs_eventloop_lag_p99_seconds /m)
})

test("503 when the database cannot be asked, and the next scrape works", async (t) => {
  let fails = true
  const countJobs = async () => {
    if (fails) throw new Error("the database is away")
    return { waiting: 0, running: 0, dead: 0 }
  }
  const metrics = openMetrics({ countJobs, countDroppedLines: () => 0 })
  t.after(() => metrics.close())
  const url = await metrics.listen(0, "127.0.0.1")

  assert.equal((await fetch(url)).status, 503)
  fails = false
  assert.equal((await fetch(url)).status, 200)
  assert.equal((await fetch(url.replace("/metrics", "/"))).status, 404)
})
