import assert from "node:assert/strict"
import { test } from "node:test"
import { openLog } from "./log.ts"

/** A log and the lines it wrote. */
function written(level = "info") {
  const lines: string[] = []
  return { log: openLog(level, { write: (line) => void lines.push(line) }), lines }
}

test("a line is JSON with time, level, the allowed fields and the sentence", () => {
  const { log, lines } = written()
  log.info({ requestId: "r1", status: 200, ms: 1.5 }, "Answered.")

  const { time, ...line } = JSON.parse(lines[0] ?? "")
  assert.ok(Date.parse(time) > 0)
  assert.deepEqual(line, { level: "info", requestId: "r1", status: 200, ms: 1.5, msg: "Answered." })
})

test("the fast path for responses writes the same line as `info`", () => {
  const { log, lines } = written()
  const answered = { requestId: "r1", method: "GET", endpoint: "/pay/:key", status: 200, ms: 1.5 }
  log.answered(answered)
  log.info(answered, "Answered.")

  const [quick, slow] = lines.map((line) => line.replace(/"time":"[^"]+"/, ""))
  assert.equal(quick, slow)
  assert.ok(Date.parse(JSON.parse(lines[0] ?? "").time) > 0)
})

test("no secret, address or query gets into the log, in any field", () => {
  const { log, lines } = written()
  const canary = "canary"
  const fields = ["authorization", "cookie", "code_verifier", "token", "clientSecret", "sessionId", "giftCode"]
  const places = ["deliveryUrl", "buyerEmail", "ip", "url", "headers", "body"]
  for (const name of [...fields, ...places]) log.info({ [name]: `${canary}-${name}` }, "Handed by mistake.")
  log.error({ fault: new Error("550 bo.canary@example.com is unknown", { cause: canary }) }, "Failed.")
  log.error({ fault: { message: "GET /files/x?signature=canary", headers: { cookie: canary } } }, "Failed.")
  log.error({ error: "key sk_live_canary, whsec_canary, Bearer canary" }, "Failed.")
  log.error({ error: `at /delivery/purchase_1.${"canary".repeat(8)}` }, "Failed.")

  assert.equal(lines.length, 17)
  for (const line of lines) assert.doesNotMatch(line, /canary/)
  assert.deepEqual(JSON.parse(lines[0] ?? "").dropped, ["authorization"], "the mistake can be found")
})

test("an error keeps its name, message, causes and stack", () => {
  const { log, lines } = written()
  log.error({ fault: new RangeError("too far") }, "Failed.")

  const { fault } = JSON.parse(lines[0] ?? "")
  assert.equal(fault.name, "RangeError")
  assert.equal(fault.message, "too far")
  assert.match(fault.stack, /log\.test\.ts/)

  const cause = new TypeError("550 bo@example.com", { cause: new Error("closed") })
  log.error({ fault: new RangeError("too near", { cause }) }, "Failed.")
  assert.equal(JSON.parse(lines[1] ?? "").fault.causes, "TypeError: 550 [address]\nCaused by: Error: closed")
})

test("line breaks in a text are encoded", () => {
  const { log, lines } = written()
  log.info({ route: 'a\r\n{"level":"error"}' }, "Answered.")
  assert.equal(lines[0]?.trimEnd().split("\n").length, 1)
})

test("the level decides what is written", () => {
  const { log, lines } = written("warn")
  log.info({}, "No.")
  log.answered({ requestId: "r1", method: "GET", endpoint: "no", status: 200, ms: 1 })
  log.warn({}, "Yes.")
  assert.equal(lines.length, 1)
})

test("repeated lines are counted at their own level: a probe during the start logs no error", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] })
  const { log, lines } = written("info")
  for (let at = 0; at < 3; at += 1) {
    log.answered({ requestId: `r${at}`, method: "GET", endpoint: "ready", status: 503, ms: 1 })
    log.warn({ fault: "disk full" }, "Not ready.")
    log.error({ error: "disk full" }, "Broken.")
  }
  t.mock.timers.tick(1_000)
  const logged = lines.map((line) => JSON.parse(line)).map(({ level, msg, times, repeated }) => ({ level, msg, ...(times && { times, repeated }) })) // biome-ignore format: one thought
  const again = { msg: "It happened again.", times: 2 }
  assert.deepEqual(logged, [
    { level: "info", msg: "Answered." },
    { level: "warn", msg: "Not ready." },
    { level: "error", msg: "Broken." },
    { level: "info", ...again, repeated: "Answered. 503" },
    { level: "warn", ...again, repeated: "Not ready. disk full" },
    { level: "error", ...again, repeated: "Broken. disk full" },
  ])
})

test("each line has the version, and those of traced work the trace's id", () => {
  const lines: Record<string, unknown>[] = []
  const log = openLog("info", { write: (line) => void lines.push(JSON.parse(line)) }, { version: "1.2.3" })
  const traceId = "0af7651916cd43dd8448eb211c80319c"
  log.warn({ code: "x" }, "A line.")
  log.answered({ requestId: "r1", method: "GET", endpoint: "getOffer", status: 200, ms: 1 })
  log.answered({ requestId: "r2", method: "GET", endpoint: "getOffer", status: 200, ms: 1, traceId })
  assert.deepEqual(
    lines.map(({ version, traceId }) => [version, traceId]),
    [
      ["1.2.3", undefined],
      ["1.2.3", undefined],
      ["1.2.3", traceId],
    ],
  )
})
