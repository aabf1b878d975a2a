import { z } from "zod"
import type { ProcessorAccountFault } from "#adapters/payments/port.ts"
import type { PaymentAccountRow } from "./payment-account-store.ts"

/** A fault of a processor account: found by a check, or a call that the processor refused because of the account. */
export type FaultCode = ProcessorAccountFault | "other-account" | "call-refused"

export interface KeptFault {
  code: FaultCode
  at: number
}

export const faultWords: Readonly<Record<FaultCode, { message: string; hint: string }>> = {
  "secret-refused": {
    message: "Stripe doesn’t accept the secret key.",
    hint: "Copy a valid key from Stripe under Developers, API keys.",
  },
  "right-missing": {
    message: "The secret key is missing permissions.",
    hint: "Allow write for Checkout Sessions and Refunds, and read for the account, PaymentIntents, Charges, Disputes and Events.",
  },
  "cannot-charge": {
    message: "Stripe has disabled payments for this account.",
    hint: "Complete the required steps in Stripe.",
  },
  disconnected: {
    message: "Stripe has revoked access to this account.",
    hint: "Check the account in Stripe, then enter valid keys.",
  },
  "other-account": {
    message: "These keys belong to another Stripe account.",
    hint: "Enter keys of the same account, or change the Stripe account.",
  },
  "call-refused": {
    message: "Stripe rejected a request for this account.",
    hint: "The account can take payments. If sales keep failing, check its logs in Stripe.",
  },
}

export type HookFault = NonNullable<PaymentAccountRow["hook_fault"]>

export const hookWords: Readonly<Record<HookFault, { message: string; hint: string }>> = {
  "right-missing": {
    message: "The secret key can’t create webhooks.",
    hint: "Allow write for Webhook Endpoints and try again, or add the webhook manually.",
  },
  "not-accepted": {
    message: "Stripe rejected the webhook.",
    hint: "Stripe needs a public https URL and allows 16 webhooks. Remove an unused one and try again, or add it manually.",
  },
  "no-answer": {
    message: "Stripe didn’t respond.",
    hint: "We try again every minute.",
  },
}

export const shownFault = z.object({
  message: z.string(),
  hint: z.string().describe("What to do about it."),
  at: z.int().describe("Epoch milliseconds."),
})

export function readFault(fault: string | null): KeptFault | null {
  return fault === null ? null : (JSON.parse(fault) as KeptFault)
}

export function writeFault(fault: KeptFault): string {
  return JSON.stringify(fault)
}

export function showFault(fault: string | null): z.output<typeof shownFault> | null {
  const known = readFault(fault)
  return known && { ...faultWords[known.code], at: known.at }
}
