import { z } from "zod"
import type { Outside } from "#access/context.ts"
import { fromRow } from "#access/from-row.ts"
import { ServiceError } from "#kernel/error.ts"
import { modeOfKey } from "#kernel/key-mode.ts"
import { showFault, shownFault } from "./account-words.ts"
import type { PaymentAccountRow } from "./payment-account-store.ts"
import type { ProcessorRow } from "./processor-account-store.ts"

/** A workspace's processor account for its admins. The secret keys are never shown again. */
export const ownPaymentAccount = z.object({
  id: z.string(),
  publishableKey: z.string(),
  isLive: z.boolean().describe("Its keys move real money; false for test keys."),
  state: z
    .enum(["waiting", "ready", "stopped"])
    .describe("Waits for its webhook secret; can be charged; or cannot, for the reason that `fault` has."),
  processorId: z.string().nullable().describe("The processor's id of the account; keys of another one are refused."),
  fault: shownFault.nullable().describe("What went wrong last."),
  checkedAt: z.int().nullable().describe("When the processor was last asked about it, in epoch milliseconds."),
  webhookUrl: z.url().describe("Where the processor sends its events: make a webhook for it there."),
  createdAt: z.int().describe("Epoch milliseconds."),
})

/** Converts an account's row for its workspace. */
export function toOwnPaymentAccount(
  { base }: Outside["addresses"],
  row: PaymentAccountRow,
  processor: ProcessorRow | undefined,
): z.output<typeof ownPaymentAccount> {
  return fromRow(ownPaymentAccount, row, {
    isLive: modeOfKey(row.publishable_key) === "live",
    state: row.webhook_secret_sealed === null ? "waiting" : (processor?.state ?? "stopped"),
    processorId: processor?.processor_id ?? null,
    fault: showFault(processor?.fault ?? null),
    checkedAt: processor?.checked_at ?? null,
    webhookUrl: `${base}/webhooks/stripe/${row.id}`,
  })
}

export const notYourAccount = () =>
  new ServiceError("not_found", "There is no such payment account in this workspace.", {
    hint: "List the workspace's payment accounts to see their ids.",
  })
