import type { Inside } from "#access/context.ts"
import { transition } from "../payments/index.ts"
import { firstLookMs } from "../purchases/index.ts"
import { listHoldingCheckouts } from "./unfinished-sale-store.ts"

/** How many checkouts one check ends. */
const atOnce = 500

/**
 * Ends the checkouts of a stopped account that can no longer be paid: those without a session, and those whose session
 * has expired. The processor cannot confirm this, so they are checked again later. A payment that came nevertheless
 * then takes a unit, or is refunded.
 */
export async function freeHolds(cx: Inside, account: string): Promise<void> {
  const reason = "The payment account stopped."
  for (const { id, state } of await listHoldingCheckouts(cx, account, atOnce)) {
    const name = state === "created" ? "failCreated" : "expire"
    await transition(cx, name, { id, reason, look_again_at: cx.now() + firstLookMs })
  }
}
