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
    message: "Stripe does not accept the secret key: it was revoked, has expired, or was copied wrongly.",
    hint: "Copy a key again from Stripe’s dashboard, under Developers, API keys.",
  },
  "right-missing": {
    message: "The secret key may not do what selling needs.",
    hint: "Give the restricted key the right to write Checkout Sessions and Refunds, and to read the account, PaymentIntents, Charges, Disputes and Events.",
  },
  "cannot-charge": {
    message: "Stripe does not let this account take payments.",
    hint: "Stripe’s dashboard says what it still needs to know.",
  },
  disconnected: {
    message: "Stripe no longer gives access to this account.",
    hint: "Look at the account in Stripe’s dashboard, then enter keys that are valid.",
  },
  "other-account": {
    message: "The keys are of another Stripe account than the one that sold until now.",
    hint: "Enter keys of the same account. To sell on the other one, add it as another account.",
  },
  "call-refused": {
    message: "Stripe refused a request because of this account.",
    hint: "The account was looked at, and can sell. If sales keep failing, look at its log in Stripe’s dashboard.",
  },
}

export type HookFault = NonNullable<PaymentAccountRow["hook_fault"]>

export const hookWords: Readonly<Record<HookFault, { message: string; hint: string }>> = {
  "right-missing": {
    message: "The secret key may not make webhooks.",
    hint: "Give the restricted key the right to write Webhook Endpoints and try again, or make the webhook by hand.",
  },
  "not-accepted": {
    message: "Stripe did not accept the webhook.",
    hint: "Stripe takes addresses that begin with https and can be reached from outside, and 16 webhooks an account. Remove one that nobody needs and try again, or make the webhook by hand.",
  },
  "no-answer": {
    message: "Stripe did not answer when the webhook was made.",
    hint: "It is tried again every minute. Nothing has to be done.",
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
  const kept = readFault(fault)
  return kept && { ...faultWords[kept.code], at: kept.at }
}
