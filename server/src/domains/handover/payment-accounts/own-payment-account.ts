import { z } from "zod"
import type { Outside } from "#access/context.ts"
import { fromRow } from "#access/from-row.ts"
import { ServiceError } from "#kernel/error.ts"
import { modeOfKey } from "#kernel/key-mode.ts"
import type { PaymentAccountRow } from "./payment-account-store.ts"

/** A workspace's processor account for its admins. The secret keys are never shown again. */
export const ownPaymentAccount = z.object({
  id: z.string(),
  publishableKey: z.string(),
  isLive: z.boolean().describe("Its keys move real money; false for test keys."),
  isReady: z.boolean().describe("Sales are charged on it; false until its webhook secret is set."),
  webhookUrl: z.url().describe("Where the processor sends its events: make a webhook for it there."),
  createdAt: z.int().describe("Epoch milliseconds."),
})

/** Converts an account's row for its workspace. */
export function toOwnPaymentAccount(
  { base }: Outside["addresses"],
  row: PaymentAccountRow,
): z.output<typeof ownPaymentAccount> {
  return fromRow(ownPaymentAccount, row, {
    isLive: modeOfKey(row.publishable_key) === "live",
    isReady: row.webhook_secret_sealed !== null && row.disabled_at === null,
    webhookUrl: `${base}/webhooks/stripe/${row.id}`,
  })
}

export const notYourAccount = () =>
  new ServiceError("not_found", "There is no such payment account in this workspace.", {
    hint: "List the workspace's payment accounts to see their ids.",
  })
