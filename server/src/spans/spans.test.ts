import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { setImmediate as nextTurn } from "node:timers/promises"
import { notFound, ServiceError } from "#kernel/error.ts"
import { openTracing } from "./open-tracing.ts"
import { currentTraceId, currentTraceparent, endSpan, inOpenSpan, inSpan, runIn, type Span } from "./span.ts"
import { SpanQueue } from "./span-queue.ts"
import { readTraceparent } from "./traceparent.ts"

const silent = { info() {}, warn() {}, error() {} }
const named = (name: string) => () => ({ name })

/** Spans of a share of requests, and those that ended, once the queue is closed. */
function spansOf(share: number) {
  const ended: Span[] = []
  const queue = new SpanQueue(async (spans) => {
    ended.push(...spans)
    return 0
  }, silent)
  return { ...openTracing(share, queue), ended }
}

test("spans are children of the span whose work makes them, also after waits", async () => {
  const { begin, ended, close } = spansOf(1)
  const run = async (name: string) => {
    const first = begin(undefined, named(name))
    assert.ok(first)
    await inOpenSpan(first, async () => {
      await nextTurn()
      await inSpan(named(`${name} a`), async () => {
        await nextTurn()
        inSpan(named(`${name} b`), () => assert.equal(currentTraceId(), first.trace.id))
      })
      inSpan(named(`${name} c`), () => {})
    })
  }
  await Promise.all([run("one"), run("two")])
  await close()

  const nameOf = (id: string | undefined) => ended.find((span) => span.id === id)?.start.name
  const parents = Object.fromEntries(ended.map(({ start, parentId }) => [start.name, nameOf(parentId)]))
  for (const name of ["one", "two"]) {
    assert.equal(parents[`${name} a`], name)
    assert.equal(parents[`${name} b`], `${name} a`)
    assert.equal(parents[`${name} c`], name)
    assert.equal(parents[name], undefined)
  }
  assert.equal(new Set(ended.map(({ trace }) => trace.id)).size, 2)
  assert.equal(new Set(ended.map(({ id }) => id)).size, 8)
})

test("outside a trace, and after its first span, no span is made", async () => {
  const { begin, ended, close } = spansOf(1)
  assert.equal(
    inSpan(named("outside"), () => currentTraceparent()),
    undefined,
  )
  const first = begin(undefined, named("first"))
  assert.ok(first)
  const late = Promise.withResolvers<void>()
  const lateWork = runIn(first, async () => {
    await late.promise
    return inSpan(named("late"), () => currentTraceparent())
  })
  endSpan(first)
  late.resolve()
  assert.equal(await lateWork, undefined)
  await close()
  assert.deepEqual(
    ended.map(({ start }) => start.name),
    ["first"],
  )
})

test("a failed span has the code of its fault, never its message; a refusal is no failure", async () => {
  const { begin, ended, close } = spansOf(1)
  const faults = {
    refused: notFound("secret"),
    broken: new ServiceError("internal_error", "secret"),
    thrown: new TypeError("secret"),
    lost: Object.assign(new Error("secret"), { code: "ECONNRESET" }),
    odd: Object.assign(new Error("secret"), { code: "a secret", name: "another secret" }),
    text: "secret",
    nothing: undefined,
  }
  const first = begin(undefined, named("first"))
  assert.ok(first)
  await inOpenSpan(first, async () => {
    for (const [name, fault] of Object.entries(faults)) {
      const fail = () => {
        throw fault
      }
      assert.throws(
        () => inSpan(named(name), fail),
        (thrown) => thrown === fault,
      )
      await assert.rejects(
        async () => inSpan(named(name), async () => fail()),
        (thrown) => thrown === fault,
      )
    }
  })
  await close()
  const outcomes = ended.map(({ start, hasFailed, outcome }) => `${start.name} ${hasFailed} ${outcome.code}`)
  assert.deepEqual(
    [...new Set(outcomes)],
    [
      ...["refused false not_found", "broken true internal_error", "thrown true TypeError", "lost true ECONNRESET"],
      ...["odd true object", "text true string", "nothing true undefined", "first false undefined"],
    ],
  )
  assert.equal(outcomes.length, 15)
})

test("a share of the traces is sampled, before any span is described", (t: TestContext) => {
  const draws = Array.from({ length: 1_000 }, (_, n) => n / 1_000)
  for (const share of [0, 0.001, 0.01, 0.3, 1]) {
    const rest = [...draws]
    const random = t.mock.method(Math, "random", () => rest.pop() ?? assert.fail("it drew twice"))
    const { begin } = spansOf(share)
    let described = 0
    const describe = () => {
      described += 1
      return { name: "first" }
    }
    const begun = draws.filter(() => begin(undefined, describe)).length
    assert.equal(begun, Math.round(share * draws.length))
    assert.equal(described, begun)
    random.mock.restore()
  }
})

test("the place that a trace continues decides, whatever the share", () => {
  const place = (flags: string) => readTraceparent(`00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flags}`)
  for (const share of [0, 1]) {
    const { begin } = spansOf(share)
    const span = begin(place("01"), named("first"))
    assert.equal(span?.trace.id, "0af7651916cd43dd8448eb211c80319c")
    assert.equal(span?.parentId, "b7ad6b7169203331")
    assert.equal(begin(place("00"), named("first")), undefined)
  }
})

test("a trace of more than a thousand spans loses the rest, and its work runs", async (t: TestContext) => {
  const warn = t.mock.fn((_fields: object, _message: string) => {})
  const sent: Span[] = []
  const queue = new SpanQueue(
    async (spans) => {
      sent.push(...spans)
      return 0
    },
    { ...silent, warn },
  )
  const first = openTracing(1, queue).begin(undefined, named("first"))
  assert.ok(first)
  let runs = 0
  inOpenSpan(first, () => {
    for (let n = 0; n < 1_500; n += 1) {
      inSpan(named("part"), () => {
        runs += 1
      })
    }
  })
  await queue.close()
  assert.equal(runs, 1_500)
  assert.equal(sent.length, 1_000)
  assert.deepEqual(warn.mock.calls.at(-1)?.arguments, [{ times: 501 }, "Spans were dropped."])
})
