import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { openSync, readFileSync } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { brokenDatabase } from "#test/support/databases/broken-database.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { freePort } from "#test/support/http/free-port.ts"
import { serverProgram, startServer } from "#test/support/processes/server-process.ts"
import { httpWorld } from "#test/support/worlds/http-world.ts"
import { openLog } from "../../src/log/log.ts"

/** A server with its log at this descriptor; ready to serve. */
async function serverLoggingTo(t: TestContext, stdout: number | "pipe") {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const server = spawn(process.execPath, [serverProgram], {
    cwd: temporaryFolder(t),
    env: {
      PATH: process.env.PATH,
      SVC_PORT: String(port),
      SVC_METRICS_PORT: String(metricsPort),
      SVC_RATE_READS: "1000000",
    },
    stdio: ["ignore", stdout, "inherit"],
  })
  const ended = once(server, "close").then(([code]) => code as number)
  t.after(() => {
    server.kill("SIGKILL")
    server.stdout?.destroy()
    return ended
  })
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 20))
  return { server, url, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`, exit: once(server, "exit") }
}

/** Sends enough requests to fill a pipe several times over; returns the seen statuses. */
async function askOften(url: string, times = 700): Promise<number[]> {
  const statuses = new Set<number>()
  const ask = async () => {
    const answer = await fetch(`${url}/api/onboard/check-slug?slug=free`)
    statuses.add(answer.status)
    await answer.arrayBuffer()
  }
  for (let asked = 0; asked < times; asked += 50) await Promise.all(Array.from({ length: 50 }, ask))
  return [...statuses]
}

test("a stalled log reader delays neither requests nor the end of the process", async (t) => {
  const { server, url, exit } = await serverLoggingTo(t, "pipe") // without a reader
  assert.deepEqual(await askOften(url), [200])
  server.kill("SIGTERM")
  assert.deepEqual(await exit, [0, null])
})

test("on a full log disk lines are dropped and counted, and everything else continues", async (t) => {
  const { server, url, metricsUrl, exit } = await serverLoggingTo(t, openSync("/dev/full", "w"))
  assert.deepEqual(await askOften(url, 500), [200])
  const dropped = async () =>
    Number((await (await fetch(metricsUrl)).text()).match(/^log_lines_dropped_total (\d+)$/m)?.[1])
  while ((await dropped()) < 500) await new Promise(setImmediate)
  server.kill("SIGTERM")
  assert.deepEqual(await exit, [0, null])
})

test("a database outage during every request writes fewer than 20 lines a second", async (t) => {
  const lines: string[] = []
  const log = openLog("info", { write: (line) => void lines.push(line) })
  const settings = { SVC_RATE_READS: "1000000", SVC_RATE_MISSES: "1000000" }
  const { get } = await httpWorld(t, { change: brokenDatabase, log, settings })
  const start = Date.now()
  for (let asked = 0; asked < 400; asked += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => get("/api/pay/demo")))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [500])
  }
  const seconds = Math.ceil((Date.now() - start) / 1_000)
  assert.ok(lines.length < 20 * seconds, `${lines.length} lines in ${seconds} s`)
  assert.match(lines.join(""), /"stack":/, "the first of them tells where")
})

test("a log that is a file has every line when the process has ended", async (t) => {
  const path = join(temporaryFolder(t), "log")
  const { server, url, exit } = await serverLoggingTo(t, openSync(path, "w"))
  await askOften(url, 500)
  server.kill("SIGTERM")
  await exit
  const lines = readFileSync(path, "utf8").split("\n")
  assert.equal(lines.filter((line) => line.includes('"checkSlug"')).length, 500)
})

test("an unhandled rejection ends the process once the requests in flight are answered", async (t) => {
  const fault = `process.once("SIGUSR2", () => { Promise.reject(new Error("nobody catches this")) })`
  const server = await startServer(t, { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}` })
  const body = JSON.stringify({ buyerEmail: "bo@example.com" })
  const headers = { "content-type": "application/json", "content-length": body.length, expect: "100-continue" }
  const inFlight = request(`${server.url}/api/pay/demo/checkout`, { method: "POST", headers })
  inFlight.flushHeaders()
  await once(inFlight, "continue")

  server.process.kill("SIGUSR2")
  while (!server.output().includes("nobody catches this")) await new Promise(setImmediate)
  inFlight.end(body)
  const [answer] = await once(inFlight, "response")
  answer.resume()

  assert.equal(answer.statusCode, 200)
  assert.deepEqual(await server.ended, { code: 1, signal: null })
})
