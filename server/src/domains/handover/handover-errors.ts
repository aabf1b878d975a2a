import { ServiceError } from "#kernel/error.ts"
import type { PurchaseState } from "./purchase-states.ts"

export interface Held {
  units: number
  cents: number
  /** Epoch milliseconds; null when only delayed payments, which take days, hold something. */
  freeAt: number | null
}

/** The same for a malformed, unknown, unpublished, archived or suspended offer, so that it does not reveal which. */
export const noSuchOffer = () =>
  new ServiceError("not_found", "There is no such offer.", { hint: "Check the four characters of the pay link." })

/** The same for an unknown, expired, disabled, used-up or foreign code, so that it does not reveal which. */
export const noSuchGiftCode = () =>
  new ServiceError("not_found", "This gift code cannot be used for this offer.", {
    hint: "Check the code for typing mistakes, or go on without it.",
  })

export const noSuchCheckoutSession = () =>
  new ServiceError("not_found", "There is no such checkout session for this offer.", {
    hint: "Send the `sessionId` that this offer's checkout answered.",
  })

export const notPurchasable = () =>
  new ServiceError("conflict", "This offer cannot be bought at the moment.", {
    hint: "Look the offer up: `purchasable` tells when it can be bought again.",
  })

export const salePaused = () =>
  new ServiceError("conflict", "The seller has paused the sale of this offer.", {
    hint: "Nothing was charged. Look the offer up: `purchasable` tells when it can be bought again.",
  })

export const notForSale = () =>
  new ServiceError("conflict", "This offer is not for sale at the moment.", {
    hint: "Nothing was charged. Look the offer up: `purchasable` tells when it can be bought again.",
  })

export const paymentUnclear = () =>
  new ServiceError("conflict", "A payment for this e-mail address has come in and is being looked into.", {
    hint: "Nothing more needs to be paid. Ask verify what became of it, or ask the seller.",
  })

export const remainderTooSmall = (minimumCents: number, currency: string) =>
  new ServiceError("conflict", "What remains after the gift code cannot be charged to a card.", {
    hint: `The least charge is ${minimumCents} minor units of ${currency.toUpperCase()}. Use another code, or none.`,
  })

export const useGiftEndpoint = (key: string) =>
  new ServiceError("invalid_request", "`giftCode` pays for the whole offer and needs no checkout.", {
    hint: `Send it as \`code\` to POST /api/pay/${key}/gift.`,
  })

export const giftAlreadyUsed = (claimUrl: string) =>
  new ServiceError("conflict", "This offer has already been handed over to this e-mail address.", {
    hint: `Have the link mailed to that address again: ${claimUrl}`,
  })

export const checkoutRefused = () =>
  new ServiceError("conflict", "The payment processor does not accept this checkout.", {
    hint: "Check the e-mail address, and the gift code if there is one; nothing was charged.",
  })

/** A fault of the seller, the operator or ourselves: the buyer can only wait until it is fixed. */
export const processorAccountCannotTakePayments = (cause: unknown) =>
  new ServiceError("upstream_error", "The payment processor does not serve this seller's account at the moment.", {
    hint: "Nothing was charged. Try again later; with the same Idempotency-Key it is safe.",
    cause,
  })

export const checkoutOver = (hint: string) =>
  new ServiceError("conflict", "This checkout cannot be paid any more.", { hint })

/** For what only delayed payments hold: a bank may take days, so the buyer is asked to try again after this time. */
const delayedMs = 3_600_000

const again = ({ freeAt }: Held, now: number) => {
  const seconds = Math.max(1, Math.ceil(((freeAt ?? now + delayedMs) - now) / 1000))
  return { minutes: Math.ceil(seconds / 60), retryAfterSeconds: seconds }
}

export const unitsHeld = (held: Held, now: number) => {
  const { minutes, retryAfterSeconds } = again(held, now)
  return new ServiceError("conflict", "Others are just paying for what is left of this offer.", {
    hint: `It is not sold out: what they do not pay for comes back. Try again in ${minutes} minutes.`,
    retryAfterSeconds,
  })
}

export const networkHoldsEnough = (held: Held, now: number) => {
  const { minutes, retryAfterSeconds } = again(held, now)
  return new ServiceError("conflict", "Your network has as many unpaid checkouts of this offer as it may.", {
    hint: `Pay for one of them, or try again in ${minutes} minutes, when the first of them ends.`,
    retryAfterSeconds,
  })
}

export const giftHeld = (held: Held, now: number) => {
  const { minutes, retryAfterSeconds } = again(held, now)
  return new ServiceError("conflict", "What is left of this gift code is held by a checkout that is not paid yet.", {
    hint: `Go on with that checkout, or try again in ${minutes} minutes: what is not paid comes back.`,
    retryAfterSeconds,
  })
}

export const tooManyBuyers = () =>
  new ServiceError("internal_error", "Too many buyers want this offer at this moment.", {
    status: 503,
    hint: "Nothing was charged. Try again in five seconds; with the same Idempotency-Key it is safe.",
    retryAfterSeconds: 5,
  })

export const checkoutBusy = () =>
  new ServiceError("conflict", "Another checkout of this offer for this e-mail address is just being opened.", {
    hint: "Try again in two seconds.",
    retryAfterSeconds: 2,
  })

export const paymentUnderWay = (state: PurchaseState) =>
  new ServiceError("conflict", "A payment for this offer from this e-mail address is already on its way.", {
    hint: "Do not pay twice: the delivery link is mailed to that address once the payment has come. If it comes to nothing, start a new checkout.",
    retryAfterSeconds: state === "paid" ? 60 : delayedMs / 1000,
  })
