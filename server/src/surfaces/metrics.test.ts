import assert from "node:assert/strict"
import { test } from "node:test"
import { openMetrics } from "./metrics.ts"

test("a scrape has requests by endpoint and status, jobs, dropped lines, open docs, and the event loop's lag", async (t) => {
  const metrics = openMetrics({
    countJobs: async () => ({ waiting: 3, running: 1, dead: 2 }),
    countDroppedLines: () => 7,
  })
  t.after(() => metrics.close())
  metrics.observe("checkSlug", 200, 0.002)
  metrics.observe("checkSlug", 200, 0.2)
  metrics.observe("getOffer", 404, 0.001)
  metrics.measure({ name: "live_streams", help: "Open streams.", read: () => 5 })

  const response = await fetch(await metrics.listen(0, "127.0.0.1"))
  const text = await response.text()

  assert.equal(response.status, 200)
  assert.match(text, /^http_request_duration_seconds_count\{endpoint="checkSlug",status="200"\} 2$/m)
  assert.match(text, /^http_request_duration_seconds_bucket\{le="0.0025",endpoint="checkSlug",status="200"\} 1$/m)
  assert.match(text, /^http_request_duration_seconds_count\{endpoint="getOffer",status="404"\} 1$/m)
  assert.match(text, /^jobs\{state="waiting"\} 3$/m)
  assert.match(text, /^jobs\{state="dead"\} 2$/m)
  assert.match(text, /^log_lines_dropped_total 7$/m)
  assert.match(text, /^live_streams 5$/m)
  assert.match(text, /^nodejs_eventloop_lag_p99_seconds /m)
})

test("200 without the jobs when the database is out of reach, and the next scrape has them again", async (t) => {
  let fails = false
  const countJobs = async () => {
    if (fails) throw new Error("the database is away")
    return { waiting: 0, running: 0, dead: 0 }
  }
  const metrics = openMetrics({ countJobs, countDroppedLines: () => 7 })
  t.after(() => metrics.close())
  const url = await metrics.listen(0, "127.0.0.1")

  const scrape = async () => {
    const response = await fetch(url)
    assert.equal(response.status, 200)
    const text = await response.text()
    assert.match(text, /^log_lines_dropped_total 7$/m)
    return text
  }

  assert.match(await scrape(), /^jobs\{/m)
  fails = true
  assert.doesNotMatch(await scrape(), /^jobs\{/m, "an old count is not reported as today's")
  fails = false
  assert.match(await scrape(), /^jobs\{state="dead"\} 0$/m)
  assert.equal((await fetch(url.replace("/metrics", "/"))).status, 404)
})
