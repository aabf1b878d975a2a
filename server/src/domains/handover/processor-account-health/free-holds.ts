import type { Inside } from "#access/context.ts"
import { transition } from "../payments/index.ts"
import { firstPollMs } from "../purchases/index.ts"
import { listHoldingCheckouts } from "./unfinished-sale-store.ts"

const atOnce = 500

/**
 * Ends the checkouts of a stopped processor account that have no checkout session or an expired one. The processor
 * cannot confirm this, so they are checked again later. A payment that came nevertheless takes a unit, or is refunded.
 */
export async function freeHolds(cx: Inside, processorAccount: string): Promise<void> {
  const reason = "The Stripe account can't take payments."
  for (const { id, workspace_id, state } of await listHoldingCheckouts(cx, processorAccount, atOnce)) {
    const name = state === "created" ? "failCreated" : "expire"
    await transition(cx, name, { id, workspace_id, reason, poll_at: cx.now() + firstPollMs })
  }
}
