import { z } from "zod"
import type { PaymentDomain, PaymentDomainRefusal } from "#adapters/payments/port.ts"

/** A processor account's last answer about the domain of the payment form. */
export interface KeptDomain {
  domain: string
  /** Epoch milliseconds. */
  at: number
  state?: PaymentDomain
  fault?: PaymentDomainRefusal | "no-answer"
}

export const paymentDomain = z.object({
  domain: z.string().describe("The domain of the pay pages."),
  wallets: z.array(z.string()).describe("What the payment form may offer there beside cards."),
  fault: z
    .object({ message: z.string(), hint: z.string().describe("What to do about it.") })
    .nullable()
    .describe("Why a wallet is missing."),
})

const names = { applePay: "Apple Pay", googlePay: "Google Pay", link: "Link" } as const

type Wallet = keyof typeof names

const wallets = Object.keys(names) as Wallet[]

export function hasAllWallets({ state }: KeptDomain): boolean {
  return state?.isEnabled === true && wallets.every((wallet) => state[wallet])
}

export function readDomain(text: string | null): KeptDomain | null {
  return text === null ? null : (JSON.parse(text) as KeptDomain)
}

export function writeDomain(stored: KeptDomain): string {
  return JSON.stringify(stored)
}

export function showDomain(text: string | null): z.output<typeof paymentDomain> | null {
  const stored = readDomain(text)
  if (!stored) return null
  const active = wallets.filter((wallet) => stored.state?.isEnabled && stored.state[wallet])
  return { domain: stored.domain, wallets: active.map((wallet) => names[wallet]), fault: faultOf(stored, active) }
}

function faultOf({ domain, state, fault }: KeptDomain, active: readonly Wallet[]) {
  const inStripe = "in Stripe under Settings, Payment method domains"
  if (fault === "right-missing") {
    return {
      message: "The secret key can’t register the domain of the payment form.",
      hint: `Allow write for Payment Method Domains, or add ${domain} ${inStripe}. Cards work without it.`,
    }
  }
  if (fault === "not-accepted") {
    return {
      message: `Stripe rejected ${domain} as the domain of the payment form.`,
      hint: `Add it ${inStripe}. Cards work without it.`,
    }
  }
  if (fault === "no-answer") return { message: "Stripe didn’t respond.", hint: "We try again within an hour." }
  if (!state?.isEnabled) {
    return { message: `${domain} is turned off in Stripe.`, hint: `Turn it on ${inStripe}. Cards work without it.` }
  }
  const missing = wallets.filter((wallet) => !active.includes(wallet)).map((wallet) => names[wallet])
  if (missing.length === 0) return null
  return {
    message: `Stripe hasn’t activated ${missing.join(" and ")} for ${domain}.`,
    hint: `Check the domain ${inStripe}. We ask again every hour. Cards work without it.`,
  }
}
