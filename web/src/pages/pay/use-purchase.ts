import { useState } from "react"
import type { PayData } from "../../../../server/src/contract/pages/pay.ts"
import { returnedSession } from "../../../../server/src/contract/returned-session.ts"
import { callApi } from "../../api/call.ts"
import { useIntent } from "../../api/intent.ts"
import { useMutation } from "../../api/use-mutation.ts"
import { useHouse } from "../../kit/house.tsx"
import { type CheckoutResponse, type GiftAnswer, payPath } from "./handover-api.ts"

export type PurchaseStep =
  | { name: "details" }
  | { name: "payment"; sessionId: string; clientSecret: string }
  | { name: "verifying"; sessionId: string }
  | { name: "done"; deliveryUrl: string }
  | { name: "owned"; deliveryUrl: string }

/** A gift code that reduces the price. */
export interface Gift {
  code: string
  discountCents: number
  remainingCents: number
}

export type PurchaseFlow = ReturnType<typeof usePurchase>

/** The initial data: the offer's key, and the session after a redirect back from the processor. */
type Asked = Pick<PayData["island"], "offerKey" | "returnedSessionId">

/** The state of a purchase and its actions. */
export function usePurchase(first: PayData["island"]["offer"], { offerKey, returnedSessionId }: Asked) {
  const [offer, setOffer] = useState(first)
  const [email, setEmail] = useState(useHouse().visitor?.email ?? "")
  const { step, setStep, verify } = useStep(returnedSessionId)
  const [gift, setGift] = useState<Gift>()
  const postCheckout = useIntent<object, CheckoutResponse>(`${payPath(offerKey)}/checkout`)

  const checkout = useMutation({
    run: (buyerEmail: string) => postCheckout({ buyerEmail, ...(gift ? { giftCode: gift.code } : {}) }),
    onSuccess: (answer) => takeCheckout(answer),
    // Reload the offer: it may have been sold out or changed.
    onError: () => callApi<{ offer: typeof first }>(payPath(offerKey)).then(({ offer }) => setOffer(offer), ignore),
  })
  const takeGift = (answer: GiftAnswer, code: string) => {
    if (answer.type === "full") setStep({ name: "done", deliveryUrl: answer.deliveryUrl })
    else setGift({ code, ...answer })
  }
  const takeCheckout = (answer: CheckoutResponse) => setStep(stepAfter(answer))
  const { postGift, redeem } = useRedeem(offerKey, takeGift)

  return {
    offer,
    offerKey,
    email,
    setEmail,
    step,
    gift,
    checkout,
    redeem,
    /** For an agent in the browser: the same requests, and what their answers change. */
    ...{ postCheckout, postGift, takeCheckout, takeGift },
    removeGift: () => setGift(undefined),
    verify,
    startAgain: () => {
      history.replaceState(null, "", location.pathname)
      checkout.reset()
      setStep({ name: "details" })
    },
  }
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

function useRedeem(offerKey: string, onAnswer: (answer: GiftAnswer, code: string) => void) {
  const postGift = useIntent<object, GiftAnswer>(`${payPath(offerKey)}/gift`)
  const redeem = useMutation({
    run: (asked: { code: string; buyerEmail: string }) => postGift(asked),
    onSuccess: (answer, { code }) => onAnswer(answer, code),
  })
  return { postGift, redeem }
}

/** After a failed reload, the shown offer stays. */
const ignore = () => {}

function stepAfter(answer: CheckoutResponse): PurchaseStep {
  if ("sessionId" in answer) return { name: "payment", ...answer }
  return { name: answer.alreadyOwned ? "owned" : "done", deliveryUrl: answer.deliveryUrl }
}
