import type { App } from "#access/perform.ts"
import type { Payments } from "#adapters/payments/port.ts"

/** Thrown at the step where the process would have died. */
export class Crash extends Error {
  override readonly name = "Crash"
}

export interface Tripwire {
  app: App
  /** Makes the process die at the `step`-th step from now: before or after a transaction or a call of the processor. */
  arm(step: number): void
  /** Restarts the process; returns whether it had died. */
  restart(): boolean
}

/**
 * An app that dies at a given step. Once it is dead, every use of the database or the processor dies as well, so that
 * nothing cleans up after it: for both, the process was killed.
 */
export function withTripwire(app: App): Tripwire {
  let stepsLeft = Number.POSITIVE_INFINITY
  const step = () => {
    stepsLeft -= 1
    if (stepsLeft <= 0) throw new Crash("The process died.")
  }
  const dying =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      step()
      const result = await call(...args)
      step()
      return result
    }
  const payments: Payments = {
    ...app.payments,
    openCheckoutSession: dying(app.payments.openCheckoutSession),
    findCheckoutSession: dying(app.payments.findCheckoutSession),
    expireCheckoutSession: dying(app.payments.expireCheckoutSession),
    refund: dying(app.payments.refund),
  }
  const transaction: App["database"]["transaction"] = (work) => dying(() => app.database.transaction(work))()
  return {
    app: { ...app, payments, database: { ...app.database, transaction } },
    arm: (after) => {
      stepsLeft = after
    },
    restart: () => {
      const hadDied = stepsLeft <= 0
      stepsLeft = Number.POSITIVE_INFINITY
      return hadDied
    },
  }
}
