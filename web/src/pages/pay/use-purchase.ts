import { useState } from "react"
import type { PayData } from "../../../../server/src/contract/pages/pay.ts"
import { returnedSession } from "../../../../server/src/contract/returned-session.ts"
import { callApi } from "../../api/call.ts"
import { useIntent } from "../../api/intent.ts"
import { useMutation } from "../../api/use-mutation.ts"
import { type CheckoutAnswer, type GiftAnswer, payPath } from "./handover-api.ts"

/** Where a purchase stands. */
export type Step =
  | { name: "details" }
  | { name: "payment"; sessionId: string; clientSecret: string }
  | { name: "verifying"; sessionId: string }
  | { name: "done"; deliveryUrl: string }
  | { name: "owned"; deliveryUrl: string }

/** A gift code that takes something off the price. */
export interface Gift {
  code: string
  discountCents: number
  remainingCents: number
}

export type Purchase = ReturnType<typeof usePurchase>

/** What a purchase starts from: the key in the address, and the session that the processor sent the buyer back with. */
type Asked = Pick<PayData["island"], "offerKey" | "returnedSessionId">

/** The whole of a purchase: its offer, its step, its gift code, and what the buyer can do. */
export function usePurchase(first: PayData["island"]["offer"], { offerKey, returnedSessionId }: Asked) {
  const [offer, setOffer] = useState(first)
  const [step, setStep] = useState<Step>(
    returnedSessionId === null ? { name: "details" } : { name: "verifying", sessionId: returnedSessionId },
  )
  const [gift, setGift] = useState<Gift>()
  const postCheckout = useIntent<object, CheckoutAnswer>(`${payPath(offerKey)}/checkout`)
  const postGift = useIntent<object, GiftAnswer>(`${payPath(offerKey)}/gift`)

  const checkout = useMutation({
    run: (buyerEmail: string) => postCheckout({ buyerEmail, ...(gift ? { giftCode: gift.code } : {}) }),
    onSuccess: (answer) => setStep(stepAfter(answer)),
    // It may have been sold out, or changed, since the page was loaded.
    onError: () => callApi<{ offer: typeof first }>(payPath(offerKey)).then(({ offer }) => setOffer(offer), ignore),
  })
  const redeem = useMutation({
    run: (asked: { code: string; buyerEmail: string }) => postGift(asked),
    onSuccess: (answer, { code }) => {
      if (answer.type === "full") setStep({ name: "done", deliveryUrl: answer.deliveryUrl })
      else setGift({ code, ...answer })
    },
  })

  return {
    offer,
    offerKey,
    step,
    gift,
    checkout,
    redeem,
    removeGift: () => setGift(undefined),
    /** The payment form says that it is done. The session stays in the address, so that loading again goes on here. */
    verify: (sessionId: string) => {
      history.replaceState(null, "", `?${new URLSearchParams({ [returnedSession]: sessionId })}`)
      setStep({ name: "verifying", sessionId })
    },
    startAgain: () => {
      history.replaceState(null, "", location.pathname)
      checkout.reset()
      setStep({ name: "details" })
    },
  }
}

/** What the page shows of the offer stays as it was. */
const ignore = () => {}

function stepAfter(answer: CheckoutAnswer): Step {
  if ("sessionId" in answer) return { name: "payment", ...answer }
  return { name: answer.alreadyOwned ? "owned" : "done", deliveryUrl: answer.deliveryUrl }
}
