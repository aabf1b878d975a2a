import { useState } from "react"
import { returnedSession } from "../../../../server/src/contract/returned-session.ts"
import { seenPriceHeader, writeSeenPrice } from "../../../../server/src/contract/seen-price.ts"
import type { PayData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { useIntent } from "../../api/intent.ts"
import { useMutation } from "../../api/use-mutation.ts"
import { useHouse } from "../../kit/house.tsx"
import { type CheckoutResponse, payPath } from "./handover-api.ts"
import { type Gift, type OfferNow, useGift, useOffer } from "./use-offer.ts"

export type PurchaseStep =
  | { name: "details" }
  | { name: "payment"; sessionId: string; clientSecret: string }
  | { name: "verifying"; sessionId: string }
  | { name: "done"; deliveryUrl: string }
  | { name: "owned"; deliveryUrl: string }

export type PurchaseFlow = ReturnType<typeof usePurchase>

/** The initial data: the offer's key, and the session after a redirect back from the processor. */
type Asked = Pick<PayData["island"], "offerKey" | "returnedSessionId">

/** The state of a purchase and its actions. */
export function usePurchase(first: OfferNow, { offerKey, returnedSessionId }: Asked) {
  const [email, setEmail] = useState(useHouse().visitor?.email ?? "")
  const { step, setStep, verify } = useStep(returnedSessionId)
  const { offer, setPrice, readOffer, holdUnit } = useOffer(first, offerKey)
  const { gift, readGift, ...gifts } = useGift(offerKey, {
    onFull: (deliveryUrl) => setStep({ name: "done", deliveryUrl }),
    onPrice: setPrice,
  })
  const postCheckout = useIntent<object, CheckoutResponse>(`${payPath(offerKey)}/checkout`)

  const checkout = useMutation({
    run: (buyerEmail: string) =>
      postCheckout({ buyerEmail, ...(gift ? { giftCode: gift.code } : {}) }, { headers: seenPriceOf(offer, gift) }),
    onSuccess: (answer) => takeCheckout(answer),
    onError: () => reload(),
  })
  /** Reads the stock, the price and the gift code's value again: each may have changed. */
  const reload = () => readOffer().then(() => readGift(email.trim()))
  const takeCheckout = (answer: CheckoutResponse) => {
    if ("sessionId" in answer) holdUnit()
    setStep(stepAfter(answer))
  }

  return {
    ...{ offer, offerKey, email, setEmail, step, gift, checkout, verify, reload },
    /** An agent in the browser sends the same request, and handles its answer in the same way. */
    ...{ postCheckout, takeCheckout },
    ...gifts,
    startAgain: () => {
      history.replaceState(null, "", location.pathname)
      checkout.reset()
      setStep({ name: "details" })
    },
  }
}

/** Sends the price that the buyer sees, so that the service refuses another total. */
function seenPriceOf({ priceCents, currency }: OfferNow, gift: Gift | undefined) {
  return { [seenPriceHeader]: writeSeenPrice({ priceCents, currency, discountCents: gift?.discountCents ?? 0 }) }
}

function useStep(returnedSessionId: string | null) {
  const [step, setStep] = useState(firstStep(returnedSessionId))
  /** Called when the payment form is done. The address keeps the session, so that a reload continues here. */
  const verify = (sessionId: string) => {
    history.replaceState(null, "", `?${new URLSearchParams({ [returnedSession]: sessionId })}`)
    setStep({ name: "verifying", sessionId })
  }
  return { step, setStep, verify }
}

const firstStep = (sessionId: string | null): PurchaseStep =>
  sessionId === null ? { name: "details" } : { name: "verifying", sessionId }

function stepAfter(answer: CheckoutResponse): PurchaseStep {
  if ("sessionId" in answer) return { name: "payment", ...answer }
  return { name: answer.alreadyOwned ? "owned" : "done", deliveryUrl: answer.deliveryUrl }
}
