import assert from "node:assert/strict"
import { createServer, type ServerResponse } from "node:http"
import { type TestContext, test } from "node:test"
import { until } from "#test/support/basics/until.ts"
import { listen } from "#test/support/http/listen.ts"
import { listeningLog, silentLog } from "#test/support/worlds/world.ts"
import { openFaultReports } from "./fault-reports.ts"

interface Report {
  name: string
  message: string
  stack: string[]
  times: number
  version: string
  requestId?: string
}

/** A receiver that answers as `answer` does. */
async function receiver(t: TestContext, answer = (response: ServerResponse) => void response.writeHead(202).end()) {
  const reports: Report[] = []
  const headers: (string | undefined)[] = []
  const server = createServer(async (request, response) => {
    reports.push(JSON.parse(Buffer.concat(await request.toArray()).toString()))
    headers.push(request.headers.authorization)
    answer(response)
  })
  const port = await listen(t, server)
  return { reports, headers, url: `http://127.0.0.1:${port}/faults` }
}

test("a report has the name, the places and the ids of a fault, and not its message", async (t) => {
  const { reports, headers, url } = await receiver(t)
  const { log, lines } = listeningLog()
  const faults = openFaultReports({ url: url.replace("//", "//operator:pass%20word@"), version: "1.2.3" }, () => log)
  const fault = new TypeError("Bo's password is canary\n    at canary (/canary.ts:1:1)")
  faults.report({ fault, requestId: "r1", route: "getOffer", buyer: "canary" }, "A request failed.")
  await faults.end()

  const [{ stack = [], ...report } = {} as Report] = reports
  const { at, ...rest } = report as typeof report & { at: string }
  assert.ok(Date.parse(at) > 0)
  const constant = { name: "TypeError", message: "A request failed.", version: "1.2.3", times: 1 }
  assert.deepEqual(rest, { ...constant, requestId: "r1", route: "getOffer" })
  assert.match(stack[0] ?? "", /^at .*fault-reports\.test\.ts:\d+:\d+\)?$/)
  assert.doesNotMatch(JSON.stringify(reports), /canary/)
  assert.deepEqual(headers, [`Basic ${Buffer.from("operator:pass word").toString("base64")}`])
  assert.deepEqual(lines, [])
})

test("a name is reported once a minute, with how often it occurred", async (t) => {
  const { reports, url } = await receiver(t)
  let time = 1_000_000
  const faults = openFaultReports({ url, version: "1", now: () => time }, () => silentLog)
  const report = (fault: Error) => faults.report({ fault }, "A request failed.")
  for (let n = 0; n < 50; n += 1) report(new TypeError(`${n}`))
  report(new RangeError("another name"))
  await faults.end()
  time += 60_000
  report(new TypeError("later"))
  await faults.end()
  const sent = reports.map(({ name, times }) => `${name} ${times}`)
  assert.deepEqual(sent, ["TypeError 1", "RangeError 1", "TypeError 50"])
})

test("a receiver that is away, refuses or hangs is logged once, and asked again after a rest", async (t) => {
  let answers = (response: ServerResponse) => void response.writeHead(500).end()
  const { reports, url } = await receiver(t, (response) => answers(response))
  const { log, lines } = listeningLog()
  let time = 1_000_000
  const faults = openFaultReports({ url, version: "1", now: () => time, answerMs: 1_000 }, () => log)
  const report = async (name: string) => {
    faults.report({ error: name }, "A request failed.")
    await faults.end()
  }
  await report("OneError")
  await report("TwoError")
  assert.equal(reports.length, 1, "nothing is sent while it rests")
  time += 60_000
  answers = () => {} // it hangs
  await report("ThreeError")
  time += 60_000
  answers = (response) => void response.writeHead(302, { location: "/elsewhere" }).end()
  await report("FourError")
  assert.deepEqual(
    lines.map(({ msg }) => msg),
    ["The receiver of SVC_FAULTS_URL fails: faults are in the log only."],
  )
  time += 60_000
  answers = (response) => void response.end()
  await report("FiveError")
  assert.equal(lines.length, 2)
  assert.match(String(lines[1]?.msg), /again/)
  assert.deepEqual(
    reports.map(({ name }) => name),
    ["OneError", "ThreeError", "FourError", "FiveError"],
  )
})

test("a hanging receiver holds back a limited number of reports, and the rest are dropped", async (t) => {
  const held: ServerResponse[] = []
  const { reports, url } = await receiver(t, (response) => void held.push(response))
  const faults = openFaultReports({ url, version: "1", answerMs: 60_000 }, () => silentLog)
  for (let n = 0; n < 300; n += 1)
    faults.report({ error: `${String.fromCharCode(65 + (n % 26))}${n}Error` }, "It failed.")
  for (let n = 0; n < 21; n += 1) {
    await until(async () => held.length > n)
    held[n]?.end()
  }
  await faults.end()
  assert.equal(reports.length, 21, "one on its way and twenty that wait")
})
