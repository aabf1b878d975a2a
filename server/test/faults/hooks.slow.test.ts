import assert from "node:assert/strict"
import { systemContext } from "#access/perform.ts"
import { fanOutEvents, wakeWebhooks } from "#domains/webhooks/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { dyingApp } from "#test/support/processes/dying-app.ts"
import { status } from "#test/support/stand-ins/hook-receiver.ts"
import { type HooksWorld, hooksWorld } from "#test/support/worlds/hooks-world.ts"

/** `npm run soak` sets more. */
const kills = Number(process.env.HOOK_KILLS ?? 10)
/** About as many statements as one round runs. */
const statements = 70
const subjects = ["a", "b", "c"]
const eventsOfSubject = 3
/** An endpoint's requests at once. */
const mostInFlight = 8

/** Another process sends, and is killed at its `at`-th statement. Returns whether it came that far. */
async function sendAndDie({ app, workspaceId }: HooksWorld, at: number): Promise<boolean> {
  const away = dyingApp(app, at)
  const run = async () => {
    await fanOutEvents(systemContext(away.app), { workspaceId })
    await runDueJobs(away.app, jobs)
  }
  await run().catch((error) => assert.ok(away.isAway, error))
  return away.isAway
}

onBothDatabases(
  "each event gets its 2xx, in order, although the process is killed at any statement",
  async (t, kind) => {
    const at = await hooksWorld(t, kind)
    await at.confirmed()
    const total = { killed: 0, sent: 0, lost: 0, doubled: 0, outOfOrder: 0 }
    for (let kill = 0; kill < kills; kill += 1) {
      at.receiver.hooks.length = 0
      // The first response of one subject fails, so that a retry is under way too.
      const failed = new Set<string>()
      at.receiver.answer = (response, hook) => {
        const isFirst = hook.subject.startsWith("a") && failed.size < failed.add(hook.id).size && failed.size === 1
        status(isFirst ? 500 : 200)(response, hook)
      }
      const names = subjects.map((subject) => `${subject}${kill}.`)
      for (let n = 0; n < eventsOfSubject; n += 1) for (const name of names) await at.happen(name, n)
      if (await sendAndDie(at, 1 + Math.floor((kill * statements) / kills))) total.killed += 1
      for (let looks = 0; looks < 3; looks += 1) {
        at.clock.advance(30_000)
        await wakeWebhooks(at.cx)
        await at.settle()
      }
      const expected = subjects.length * eventsOfSubject
      // The request that failed is no double.
      const ids = new Set(at.receiver.hooks.map(({ id }) => id))
      const doubled = at.receiver.hooks.length - ids.size - 1
      assert.ok(doubled <= mostInFlight, `kill ${kill}: ${doubled} were sent twice`)
      total.sent += at.receiver.hooks.length
      total.lost += expected - ids.size
      total.doubled += doubled
      for (const name of names) total.outOfOrder += firstsOf(at, name) === "012" ? 0 : 1
    }
    const waiting = at.app.database.read.selectFrom("webhook_deliveries").selectAll().where("outcome", "is", null)
    assert.deepEqual(await waiting.execute(), [])
    t.diagnostic(JSON.stringify(total))
    assert.ok(total.killed >= kills * 0.8, `only ${total.killed} of ${kills} were killed`)
    assert.deepEqual([total.lost, total.outOfOrder], [0, 0])
  },
)

/** The numbers of a subject's events in the order in which they were first sent. */
function firstsOf({ receiver }: HooksWorld, subject: string): string {
  const its = receiver.hooks.filter((hook) => hook.subject === subject)
  return [...new Set(its.map(({ body }) => JSON.parse(body).data.message))].join("")
}
