import assert from "node:assert/strict"
import { mock, test } from "node:test"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { openTracing } from "./open-tracing.ts"
import { toOtlp } from "./otlp.ts"
import { endSpan, inOpenSpan, inSpan, type Span } from "./span.ts"
import { batchSize, everyMs, mostWaiting, type SendSpans, SpanQueue } from "./span-queue.ts"

function queueOf(send: SendSpans) {
  const lines: [object, string][] = []
  const warn = (fields: object, message: string) => void lines.push([fields, message])
  const queue = new SpanQueue(send, { info() {}, warn, error() {} })
  const { begin } = openTracing(1, queue)
  const end = (name: string) => {
    const span = begin(undefined, () => ({ name }))
    assert.ok(span)
    endSpan(span)
  }
  return { queue, lines, begin, end }
}

const turns = async () => {
  for (let n = 0; n < 10; n += 1) await Promise.resolve()
}

test("spans wait for a full batch or for the timer, and leave in order", async (t) => {
  mock.timers.enable({ apis: ["setInterval"] })
  t.after(() => mock.timers.reset())
  const batches: string[][] = []
  const { queue, end } = queueOf(async (spans) => {
    batches.push(spans.map(({ start }) => start.name))
    return 0
  })
  for (let n = 0; n < batchSize - 1; n += 1) end(`${n}`)
  await turns()
  assert.equal(batches.length, 0)
  end("last")
  await turns()
  assert.deepEqual(
    batches.map((names) => [names.length, names[0], names.at(-1)]),
    [[batchSize, "0", "last"]],
  )
  end("later")
  mock.timers.tick(everyMs)
  await turns()
  assert.deepEqual(batches[1], ["later"])
  await queue.close()
  assert.equal(batches.length, 2)
})

test("while the collector fails, the oldest spans wait and the others are dropped and counted", async (t) => {
  mock.timers.enable({ apis: ["setInterval"] })
  t.after(() => mock.timers.reset())
  const sent: string[] = []
  let attempts = 0
  let isAway = true
  const { queue, lines, end } = queueOf(async (spans) => {
    attempts += 1
    if (isAway) throw Object.assign(new Error("away"), { code: "ECONNREFUSED" })
    sent.push(...spans.map(({ start }) => start.name))
    return 2
  })
  for (let n = 0; n < mostWaiting + 100; n += 1) end(`${n}`)
  await turns()
  assert.equal(attempts, 1, "it is not asked again before the timer")
  mock.timers.tick(everyMs)
  await turns()
  assert.equal(attempts, 2)
  isAway = false
  mock.timers.tick(everyMs)
  for (let n = 0; n < 10; n += 1) await turns()
  assert.deepEqual([sent.length, sent[0], sent.at(-1)], [mostWaiting, "0", `${mostWaiting - 1}`])
  await queue.close()
  const away = [{ error: "ECONNREFUSED" }, "The trace collector takes no spans now."]
  const refused = (2 * mostWaiting) / batchSize
  assert.deepEqual(lines, [away, away, [{ times: 100 + refused }, "Spans were dropped."]])
})

test("a collector that never answers ends no stop, and what it did not take is counted", async () => {
  const { queue, lines, end } = queueOf((_spans, signal) => {
    return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
  })
  for (let n = 0; n < batchSize; n += 1) end(`${n}`)
  await queue.close()
  assert.deepEqual(lines.at(-1), [{ times: batchSize }, "Spans were dropped."])
})

test("a full queue takes less than 10 MB, including the batch that is being sent", async () => {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as () => void
  const bodies: string[] = []
  const { queue, begin } = queueOf((spans: readonly Span[], signal) => {
    bodies.push(toOtlp(spans, { "service.name": "atelier" }))
    return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
  })
  const fill = (spans: number) => {
    for (let n = 0; n < spans; n += 10) {
      const fields = { requestId: `request-${n}-of-forty-letters-or-so-in-all`, method: "POST" }
      const request = begin(undefined, () => ({ name: "request", kind: "server", fields }))
      assert.ok(request)
      inOpenSpan(request, () => {
        for (let part = 1; part < 10; part += 1) {
          inSpan(
            () => ({ name: `statement select table_${n}_${part}`, kind: "client", fields: { jobId: `job-${n}` } }),
            () => {},
          )
        }
      })
    }
  }
  collect()
  const before = process.memoryUsage().heapUsed
  fill(10 * mostWaiting)
  collect()
  const megabytes = (process.memoryUsage().heapUsed - before) / 1e6
  assert.equal(bodies.length, 1)
  assert.ok(megabytes > 0.5, "the queue is full")
  assert.ok(megabytes < 10, `${megabytes} MB`)
  await queue.close()
})
