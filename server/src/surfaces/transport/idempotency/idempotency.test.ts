import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { endRun, findKey, insertKey, keyLifetimeMs, renewLease } from "#access/idempotency/idempotency-store.ts"
import { type App, systemContext } from "#access/perform.ts"
import { canonicalJson } from "#kernel/canonical-json.ts"
import { DatabaseOutage } from "#kernel/database-outage.ts"
import { ServiceError, upstreamError } from "#kernel/error.ts"
import { runs } from "#test/support/basics/property-runs.ts"
import { until } from "#test/support/basics/until.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { type RunResult, runOnce } from "./idempotency.ts"

type Ending = "final" | "pending" | "fails"
type Step = { does: "ask"; key: number; body: number; ending: Ending } | { does: "wait"; ms: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant("ask" as const),
      key: fc.nat(1),
      body: fc.nat(1),
      ending: fc.constantFrom<Ending>("final", "pending", "fails"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant("wait" as const),
      ms: fc.constantFrom(1, keyLifetimeMs / 2, keyLifetimeMs),
    }),
  },
)

/** The model's state of a key: the body and time of its first use, and its final answer once there is one. */
interface Known {
  body: number
  since: number
  requestKey: string
  answer?: string
}

let round = 0

/** Sends one request. Returns its outcome, and the request's name if it was executed. */
async function ask({ app }: World, prefix: string, { key, body, ending }: Extract<Step, { does: "ask" }>) {
  let requestKey: string | undefined
  const execute = async (name: string): Promise<RunResult> => {
    requestKey = name
    round += 1
    if (ending === "fails") throw upstreamError("The test")
    return { answer: { status: 200, body: `answer ${round}` }, isFinal: ending === "final" }
  }
  const keyed = { endpointId: "test", pathParameters: {}, principal: "anonymous", versionDate: "2026-08-24" }
  try {
    const answer = await runOnce(app, { ...keyed, key: `${prefix}${key}`, input: { body } }, execute)
    return { answer: answer.body, isReplayed: answer.isReplayed, requestKey }
  } catch (error) {
    assert.ok(error instanceof ServiceError)
    return { refusal: error.code, requestKey }
  }
}

/** Checks one answer against the rules, and updates the model. */
function judge(
  known: Map<number, Known>,
  { asked, seen, now }: { asked: Extract<Step, { does: "ask" }>; seen: Awaited<ReturnType<typeof ask>>; now: number },
): void {
  const found = known.get(asked.key)
  const before = found && now - found.since <= keyLifetimeMs ? found : undefined
  if (before && before.body !== asked.body) {
    assert.equal(seen.refusal, "conflict")
    return
  }
  if (before?.answer !== undefined) {
    assert.equal(seen.answer, before.answer)
    assert.equal(seen.requestKey, undefined, "a stored answer is not worked out again")
    return
  }
  assert.ok(seen.requestKey, "without a final answer the request runs")
  if (before) assert.equal(seen.requestKey, before.requestKey, "a retry has the name of the first try")
  else if (found) assert.notEqual(seen.requestKey, found.requestKey, "after 24 hours it is another request")
  assert.equal(seen.refusal, asked.ending === "fails" ? "upstream_error" : undefined)
  known.set(asked.key, {
    body: asked.body,
    since: before?.since ?? now,
    requestKey: seen.requestKey,
    ...(asked.ending === "final" && seen.answer !== undefined ? { answer: seen.answer } : {}),
  })
}

onBothDatabases("any sequence of requests, failures and waits keeps the rules of a key", async (t, kind) => {
  const studio = await world(t, kind)
  let sequence = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
      const known = new Map<number, Known>()
      sequence += 1
      for (const one of steps) {
        if (one.does === "wait") studio.clock.advance(one.ms)
        else
          judge(known, {
            asked: one,
            seen: await ask(studio, `sequence ${sequence} key `, one),
            now: studio.clock.now(),
          })
      }
    }),
    { numRuns: runs(15) },
  )
})

onBothDatabases("a run that cannot be ended in an outage is ended right after the outage", async (t, kind) => {
  const { app } = await world(t, kind)
  let isAway = false
  const transaction: App["database"]["transaction"] = async (work) => {
    if (isAway) throw new DatabaseOutage("The test", "away")
    return app.database.transaction(work)
  }
  const shaky = { ...app, database: { ...app.database, transaction } }
  const keyed = { endpointId: "test", pathParameters: {}, principal: "anonymous", versionDate: "2026-08-24", input: {} }
  const askAs = (key: string, execute: () => Promise<RunResult>) => runOnce(shaky, { ...keyed, key }, execute)
  const answers = async (body: string) => ({ answer: { status: 200, body }, isFinal: true })
  const losing = async <Result>(result: Result) => {
    isAway = true
    return result
  }

  await assert.rejects(
    askAs("answered", async () => losing(await answers("first"))),
    DatabaseOutage,
  )
  await assert.rejects(
    askAs("failed", async () => Promise.reject(await losing(upstreamError("The test")))),
    DatabaseOutage,
  )
  isAway = false
  for (const [key, body] of [
    ["answered", "first"],
    ["failed", "second"],
  ] as const) {
    let seen: string | undefined
    await until(async () => {
      seen = await askAs(key, () => answers("second")).then(({ body }) => body, refusalOf)
      return seen !== "conflict"
    })
    assert.equal(seen, body, "the clock stands still: no lease ended")
  }
})

const refusalOf = (error: unknown) => (error instanceof ServiceError ? error.code : String(error))

onBothDatabases("a renewal that is slower than the end of its run does not take the key again", async (t, kind) => {
  const cx = systemContext((await world(t, kind)).app)
  const run = await cx.atomically((cx) => insertKey(cx, "key", "fingerprint"))
  assert.ok(run)
  await cx.atomically((cx) => endRun(cx, run, "answer"))
  await cx.atomically((cx) => renewLease(cx, run))
  assert.equal((await findKey(cx, ["key"]))?.lease_until, null)
})

test("canonical JSON is the same for any order of names, and differs for different values", () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, item]) => [name, shuffled(item)]),
    )
  }
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      assert.equal(canonicalJson(shuffled(one)), canonicalJson(one))
      assert.deepEqual(JSON.parse(canonicalJson(one)), JSON.parse(JSON.stringify(one)))
      if (canonicalJson(one) === canonicalJson(other)) {
        assert.deepEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)))
      }
    }),
  )
})
