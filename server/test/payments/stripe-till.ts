import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import type { TestContext } from "node:test"
import { type App, systemContext } from "#access/perform.ts"
import { enqueueStuckPurchases } from "#domains/handover/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import type { DatabaseKind } from "#test/support/databases/test-databases.ts"
import { openTestStripe } from "#test/support/selling/stripe-account.ts"
import type { Fault } from "#test/support/stand-ins/stripe/http.ts"
import { httpTill } from "#test/support/worlds/http-world.ts"

export type StripeTill = Awaited<ReturnType<typeof openStripeTill>>

/** A shop that charges through Stripe, asked over HTTP as a buyer's browser does. */
export async function openStripeTill(t: TestContext, kind?: DatabaseKind, offer: object = {}) {
  const { payments, standIn } = await openTestStripe(t)
  const clock = { offsetMs: 0 }
  const open: { app?: App } = {}
  const change = (app: App): App => {
    open.app = { ...app, payments, now: () => Date.now() + clock.offsetMs }
    return open.app
  }
  const till = await httpTill(t, { ...(kind && { kind }), change }, offer)
  const { app } = open
  assert.ok(app)
  return {
    ...till,
    app,
    standIn,
    checkout: (body: object, key = randomUUID()) =>
      till.post(`${till.pay}/checkout`, { buyerEmail: "bo@example.com", ...body }, { "idempotency-key": key }),
    break: (kind: Fault["kind"], path = "", times = 1) => void standIn.faults.push({ kind, path, times }),
    advance(ms: number): void {
      clock.offsetMs += ms
      standIn.advance(ms)
    },
    work: () => runDueJobs(app, jobs),
    async reconcile(): Promise<void> {
      await enqueueStuckPurchases(systemContext(app))
      await runDueJobs(app, jobs)
    },
  }
}
