import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { setImmediate } from "node:timers/promises"
import { type Figure, figures, type RecordedName, recorded } from "#measure/figures.ts"
import { record, recordSince, startTiming } from "#measure/measure.ts"
import { consoleActions } from "#surfaces/console/console-actions.ts"
import { pages } from "#surfaces/pages/pages.ts"
import { endpoints } from "#surfaces/rest/endpoints.ts"
import { type Metrics, openMetrics } from "./metrics.ts"
import { openOperationsPort } from "./operations-port.ts"

async function opened(t: TestContext): Promise<{ metrics: Metrics; scrape: () => Promise<string> }> {
  const metrics = openMetrics()
  const port = openOperationsPort({ "/metrics": metrics.answer })
  t.after(async () => {
    metrics.close()
    await port.close()
  })
  const address = `${await port.listen(0, "127.0.0.1")}/metrics`
  const scrape = async () => {
    const response = await fetch(address)
    assert.equal(response.status, 200)
    return response.text()
  }
  return { metrics, scrape }
}

test("a scrape has requests by endpoint and class of status, and their times by area, exact at the objectives", async (t) => {
  const { metrics, scrape } = await opened(t)
  metrics.observe("followLink", 302, 0.25)
  metrics.observe("followLink", 302, 0.251)
  metrics.observe("followLink", 503, 0.001)
  metrics.observe("getOffer", 404, 2)
  metrics.observe("/console/live", 200, undefined)
  metrics.observe("/console/uploads/:uploadId", 204, 60)
  const text = await scrape()

  assert.match(text, /^http_requests_total\{endpoint="followLink",status="3xx"\} 2$/m)
  assert.match(text, /^http_requests_total\{endpoint="\/console\/live",status="2xx"\} 1$/m)
  assert.match(text, /^http_responses_total\{status="404"\} 1$/m)
  const bucket = (le: string, area: string, outcome: string) =>
    new RegExp(`^http_request_duration_seconds_bucket\\{le="${le}",area="${area}",outcome="${outcome}"\\} 1$`, "m")
  assert.match(text, bucket("0.25", "redirects", "good"))
  assert.match(text, bucket("0.001", "redirects", "bad"))
  assert.match(text, bucket("2", "pay", "good"))
  assert.doesNotMatch(text, /area="console"/, "a stream has no response time, and an upload lasts as long as its body")
  assert.match(text, /^http_request_duration_seconds_count\{area="files",outcome="good"\} 1$/m)
  for (const le of ["0.25", "0.5", "1", "2", "5"]) assert.match(text, bucket(le, "redirects", "bad"))
  assert.match(text, /^nodejs_eventloop_lag_p99_seconds /m)
})

test("a figure that cannot be read is left out, hides no other, and is there again at the next scrape", async (t) => {
  const { metrics, scrape } = await opened(t)
  let fails = false
  metrics.measure("jobs", async () => {
    if (fails) throw new Error("The database is away.")
    return [[0, "dead"]]
  })
  metrics.measure("backup_age_seconds", async () => [[fails ? undefined : 60]])
  metrics.measure("log_lines_dropped_total", () => 7)

  assert.match(await scrape(), /^jobs\{state="dead"\} 0$/m)
  fails = true
  const text = await scrape()
  assert.doesNotMatch(text, /^(jobs|backup_age_seconds)[ {]/m, "an old value is not reported as today's")
  assert.match(text, /^log_lines_dropped_total 7$/m)
  fails = false
  assert.match(await scrape(), /^backup_age_seconds 60$/m)
})

test("a figure of the database that hangs does not hold back the scrape", async (t) => {
  const { metrics, scrape } = await opened(t)
  t.mock.timers.enable({ apis: ["setTimeout"] })
  const asked = Promise.withResolvers<void>()
  metrics.measure("jobs", () => {
    asked.resolve()
    return new Promise(() => {})
  })
  metrics.measure("docs_open", () => 3)
  const scraped = scrape()
  await asked.promise
  t.mock.timers.tick(3_000)
  assert.match(await scraped, /^docs_open 3$/m)
})

test("nothing is measured without metrics, nor after they were closed", async (t) => {
  assert.equal(startTiming(), 0)
  record("db_retries_total", 1)
  const { metrics, scrape } = await opened(t)
  recordSince("db_wait_seconds", 0)
  recordSince("db_wait_seconds", startTiming())
  record("db_retries_total", 2)
  metrics.close()
  record("db_retries_total", 4)
  await setImmediate()
  const text = await scrape()
  assert.match(text, /^db_wait_seconds_count 1$/m, "a timing that began without metrics is not recorded")
  assert.match(text, /^db_retries_total 2$/m)
})

/** The routes of the tables, and more of others than there are. */
const everyEndpoint = [
  ...endpoints.map(({ id }) => id),
  ...Object.keys(consoleActions).map((name) => `/console/${name}`),
  ...pages.map(({ path }) => path),
  ...Array.from({ length: 50 }, (_, at) => `/other/${at}`),
]

test("a scrape has at most 3,000 series, for any mixture of calls and outcomes", async (t) => {
  const { metrics, scrape } = await opened(t)
  for (const endpoint of everyEndpoint)
    for (const status of [200, 303, 400, 401, 403, 404, 409, 429, 500, 503]) metrics.observe(endpoint, status, 0.1)
  for (let n = 0; n < 10_000; n += 1) metrics.observe(`/unbounded/${n}`, 200, 0.1)
  for (const name of Object.keys(recorded) as RecordedName[]) {
    const { labels = [] }: Figure = recorded[name]
    for (let n = 0; n < 1_000; n += 1) record(name, 1, labels.length < 2 ? `label-${n}` : [`label-${n}`, "done"])
  }
  const text = await scrape()
  const series = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
  t.diagnostic(`${everyEndpoint.length} endpoints, ${series.length} series`)
  assert.ok(series.length > 1_000 && series.length <= 3_000, `${series.length} series`)
  assert.match(
    text,
    /^http_requests_total\{endpoint="other",status="other"\} \d+$/m,
    "further labels are counted together",
  )
})

test("each figure that counts ends with _total, and each of times with _seconds", () => {
  for (const [name, { type, buckets }] of Object.entries(figures)) {
    assert.equal(type === "counter", name.endsWith("_total"), name)
    assert.equal(type === "histogram", buckets !== undefined, name)
  }
})
