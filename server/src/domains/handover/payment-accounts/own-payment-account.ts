import { z } from "zod"
import type { Outside } from "#access/context.ts"
import { fromRow } from "#access/from-row.ts"
import { notFound } from "#kernel/error.ts"
import { modeOfKey } from "#kernel/key-mode.ts"
import type { HookState } from "../events/index.ts"
import { hookBase } from "./hook-base.ts"
import type { PaymentAccountRow } from "./payment-account-store.ts"
import { paymentDomain, showDomain } from "./payment-domain-words.ts"
import type { ProcessorRow } from "./processor-account-store.ts"
import { hookWords, showFault, shownFault } from "./processor-account-words.ts"

/** For its admins. The secret keys are never shown again. */
export const ownPaymentAccount = z.object({
  id: z.string(),
  publishableKey: z.string(),
  isLive: z.boolean().describe("Its keys move real money; false for test keys."),
  state: z
    .enum(["waiting", "ready", "stopped"])
    .describe("Waits for its webhook; can be charged; or cannot, for the reason that `fault` has."),
  processorId: z.string().nullable().describe("The processor's id of the account; keys of another one are refused."),
  fault: shownFault.nullable().describe("What went wrong last."),
  checkedAt: z.int().nullable().describe("When the processor was last asked about it, in epoch milliseconds."),
  webhookUrl: z.url().describe("Where the processor sends its events."),
  webhook: z
    .object({
      madeBy: z.enum(["us", "seller"]).nullable().describe("Null while there is none."),
      seenAt: z.int().nullable().describe("When an event last came in, in epoch milliseconds."),
      isSilent: z.boolean().describe("Something happened on the account, and no event came in."),
      fault: z
        .object({ message: z.string(), hint: z.string().describe("What to do about it.") })
        .nullable()
        .describe("Why it could not be made."),
    })
    .describe("The processor's webhook for this account."),
  paymentDomain: paymentDomain.nullable().describe("The domain of the payment form; null until it was registered."),
  createdAt: z.int().describe("Epoch milliseconds."),
})

export function toOwnPaymentAccount(
  cx: Pick<Outside, "addresses" | "payments">,
  row: PaymentAccountRow,
  { processor, hook }: { processor: ProcessorRow | undefined; hook: HookState | undefined },
): z.output<typeof ownPaymentAccount> {
  return fromRow(ownPaymentAccount, row, {
    isLive: modeOfKey(row.publishable_key) === "live",
    state: row.webhook_secret_sealed === null ? "waiting" : (processor?.state ?? "stopped"),
    processorId: processor?.processor_id ?? null,
    fault: showFault(processor?.fault ?? null),
    checkedAt: processor?.checked_at ?? null,
    paymentDomain: showDomain(processor?.payment_domain ?? null),
    webhookUrl: `${hookBase(cx)}/${row.id}`,
    webhook: {
      madeBy: row.hook_id !== null ? "us" : row.webhook_secret_sealed === null ? null : "seller",
      seenAt: hook?.hook_seen_at ?? null,
      isSilent: hook?.notified_at != null,
      fault: row.hook_fault === null ? null : hookWords[row.hook_fault],
    },
  })
}

export const notYourPaymentAccount = () => notFound("Stripe account not found.", "Choose one from Payouts.")
