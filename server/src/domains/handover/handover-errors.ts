import { formatAmount } from "#contract/currencies.ts"
import { conflict, notFound, ServiceError } from "#kernel/error.ts"
import { hourMs } from "#kernel/time/units.ts"
import type { PurchaseState } from "./purchase-states.ts"

export interface Held {
  units: number
  cents: number
  /** Epoch milliseconds; null when only delayed payments, which take days, hold something. */
  freeAt: number | null
}

/** The same for a malformed, unknown, unpublished, archived or suspended offer, so that it does not reveal which. */
export const noSuchOffer = () => notFound("Offer not found.", "Check the pay link.")

/** The same for an unknown, expired, disabled, used-up or foreign code, so that it does not reveal which. */
export const noSuchGiftCode = () =>
  notFound("This gift code can't be used for this offer.", "Check the code, or continue without it.")

export const noSuchCheckoutSession = () => notFound("Checkout not found for this offer.", "Start a new checkout.")

export const notPurchasable = () => conflict("This offer can't be bought right now.", "Try again later.")

export const salePaused = () => conflict("The seller has paused this offer.", "Nothing was charged. Try again later.")

export const notForSale = () =>
  conflict("This offer isn't for sale right now.", "Nothing was charged. Try again later.")

export const paymentUnclear = () =>
  conflict("A payment for this email is under review.", "Don't pay again. Check back later, or ask the seller.")

export const remainderTooSmall = (minimumCents: number, currency: string) =>
  conflict(
    "The amount left after the gift code is too small to charge.",
    `The minimum is ${formatAmount(minimumCents, currency)}. Use another code, or none.`,
  )

export const useGiftEndpoint = (key: string) =>
  new ServiceError("invalid_request", "This gift code covers the full price, so there is nothing to pay.", {
    hint: `Redeem it with POST /api/pay/${key}/gift.`,
  })

export const giftAlreadyUsed = (claimUrl: string) =>
  conflict("This email already owns this offer.", `Get the link by email again: ${claimUrl}`)

/** The refusal of an outdated total. The pay page then reads the offer again and shows the new total. */
export const totalChanged = () =>
  conflict(
    "The total has changed since you opened this page.",
    "Nothing was charged. Check the new total, then continue.",
  )

export const checkoutRefused = () =>
  conflict("The payment couldn't be started.", "Nothing was charged. Check the email and the gift code.")

/** A fault of the seller, the operator or ourselves: the buyer can only wait until it is fixed. */
export const processorAccountCannotTakePayments = (cause: unknown) =>
  new ServiceError("upstream_error", "The seller can't take payments right now.", {
    hint: "Nothing was charged. Try again later.",
    cause,
  })

export const checkoutOver = (hint: string) => conflict("This checkout has ended.", hint)

/** The wait for units or gifts that only delayed payments hold. A bank may take days, so the buyer checks hourly. */
const delayedMs = hourMs

const again = ({ freeAt }: Pick<Held, "freeAt">, now: number) => {
  const seconds = Math.max(1, Math.ceil(((freeAt ?? now + delayedMs) - now) / 1000))
  return { minutes: Math.ceil(seconds / 60), retryAfterSeconds: seconds }
}

export const unitsHeld = (held: Held, now: number) => {
  const { minutes, retryAfterSeconds } = again(held, now)
  return new ServiceError("conflict", "Other buyers are paying for the last items.", {
    hint: `Unpaid items are released. Try again in ${minutes} min.`,
    retryAfterSeconds,
  })
}

export const networkHoldsEnough = (held: Held, now: number) => tooManyOpen("from your network", held, now)

export const tooManyOpen = (whose: string, held: Pick<Held, "freeAt">, now: number) => {
  const { minutes, retryAfterSeconds } = again(held, now)
  return new ServiceError("conflict", `Too many unpaid checkouts ${whose}.`, {
    hint: `Complete one of them, or try again in ${minutes} min.`,
    retryAfterSeconds,
  })
}

export const giftHeld = (held: Held, now: number) => {
  const { minutes, retryAfterSeconds } = again(held, now)
  return new ServiceError("conflict", "This gift code is in use in another checkout.", {
    hint: `Complete that checkout, or try again in ${minutes} min.`,
    retryAfterSeconds,
  })
}

export const tooManyBuyers = () =>
  new ServiceError("internal_error", "Too many people are buying this offer right now.", {
    status: 503,
    hint: "Nothing was charged. Try again in five seconds.",
    retryAfterSeconds: 5,
  })

export const checkoutBusy = () =>
  new ServiceError("conflict", "Another checkout for this email is starting.", {
    hint: "Try again in two seconds.",
    retryAfterSeconds: 2,
  })

export const paymentUnderWay = (state: PurchaseState) =>
  new ServiceError("conflict", "A payment for this email is already in progress.", {
    hint: "Don't pay again. We'll email the delivery link once the payment arrives. If it fails, start a new checkout.",
    retryAfterSeconds: state === "paid" ? 60 : delayedMs / 1000,
  })
