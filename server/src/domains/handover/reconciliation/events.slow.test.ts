import assert from "node:assert/strict"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { openTill } from "#test/support/selling/till.ts"
import { receivePaymentEvent } from "../events/index.ts"

onBothDatabases(
  "hundreds of events of one account are one job, and another account's event does not wait for them",
  async (t, kind) => {
    const till = await openTill(t, kind)
    const jobsOf = () =>
      till.app.database.read.selectFrom("jobs").select("payload").where("kind", "=", "apply-payment-event").execute()
    for (let n = 0; n < 300; n++) {
      const event = { id: `flood-${n}`, live: false, kind: "refund", paymentId: `pi_${n}` } as const
      await receivePaymentEvent(till.cx, "processor_flood", event)
    }
    const { sessionId = "" } = await till.checkout({})
    await till.sandbox.pay(sessionId, { card: "4242424242424242" })
    await receivePaymentEvent(till.cx, "installation", {
      id: "one",
      live: false,
      kind: "checkout-session",
      checkoutSessionId: sessionId,
    })
    assert.equal((await jobsOf()).length, 2)
    const polls: number[] = []
    const handlers: typeof jobs = {
      ...jobs,
      "apply-payment-event": async (cx, payload) => {
        if (payload.processorAccount === "installation") polls.push(await applied("processor_flood"))
        return jobs["apply-payment-event"](cx, payload)
      },
    }
    const applied = async (of: string) => {
      const { count } = await till.app.database.read
        .selectFrom("payment_events")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("processor_account", "=", of)
        .where("due_at", ">", till.clock.now())
        .executeTakeFirstOrThrow()
      return Number(count)
    }
    await runDueJobs(till.app, handlers)

    assert.deepEqual(
      polls.filter((count) => count > 20),
      [],
      "at most one turn of the other was before it",
    )
    assert.equal((await till.purchases())[0]?.state, "fulfilled")
    assert.ok((await jobsOf()).length <= 1, "what waits for its purchase is one job as well")
  },
)
