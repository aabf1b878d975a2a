import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { returnedSession } from "../../../../server/src/domains/handover/returned-session.ts"
import { useIntent } from "../../api/intent.ts"
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

/** The whole of a purchase: its step, its gift code, and what the buyer can do. */
export function usePurchase(offerKey: string, returnedSessionId: string | null) {
  const [step, setStep] = useState<Step>(
    returnedSessionId === null ? { name: "details" } : { name: "verifying", sessionId: returnedSessionId },
  )
  const [gift, setGift] = useState<Gift>()
  const queries = useQueryClient()
  const postCheckout = useIntent<object, CheckoutAnswer>(`${payPath(offerKey)}/checkout`)
  const postGift = useIntent<object, GiftAnswer>(`${payPath(offerKey)}/gift`)

  const checkout = useMutation({
    mutationFn: (buyerEmail: string) => postCheckout({ buyerEmail, ...(gift ? { giftCode: gift.code } : {}) }),
    onSuccess: (answer) => setStep(stepAfter(answer)),
    // It may have been sold out, or changed, since the page was loaded.
    onError: () => queries.invalidateQueries({ queryKey: ["offer", offerKey] }),
  })
  const redeem = useMutation({
    mutationFn: (asked: { code: string; buyerEmail: string }) => postGift(asked),
    onSuccess: (answer, { code }) => {
      if (answer.type === "full") setStep({ name: "done", deliveryUrl: answer.deliveryUrl })
      else setGift({ code, ...answer })
    },
  })

  return {
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

function stepAfter(answer: CheckoutAnswer): Step {
  if ("sessionId" in answer) return { name: "payment", ...answer }
  return { name: answer.alreadyOwned ? "owned" : "done", deliveryUrl: answer.deliveryUrl }
}
