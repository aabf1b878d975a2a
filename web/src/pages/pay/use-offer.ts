import { useRef, useState } from "react"
import type { PayData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { callApi, type Refused } from "../../api/call.ts"
import { useIntent } from "../../api/intent.ts"
import { useMutation } from "../../api/use-mutation.ts"
import { type GiftAnswer, payPath } from "./handover-api.ts"

export type OfferNow = PayData["island"]["offer"]

/** A gift code that reduces the price. */
export interface Gift {
  code: string
  discountCents: number
  remainingCents: number
}

/** The offer as the page shows it. */
export function useOffer(first: OfferNow, offerKey: string) {
  const [offer, setOffer] = useState(first)
  /** After a checkout this page holds a unit, so that the buyer can change the address or the code. */
  const holdsUnit = useRef(false)
  return {
    offer,
    setPrice: (priceCents: number) => setOffer((offer) => ({ ...offer, priceCents })),
    holdUnit: () => {
      holdsUnit.current = true
    },
    /** After a failed read, the shown offer stays. */
    readOffer: () =>
      callApi<{ offer: OfferNow }>(payPath(offerKey)).then(
        ({ offer }) => setOffer({ ...offer, purchasable: offer.purchasable || holdsUnit.current }),
        () => {},
      ),
  }
}

interface OnAnswer {
  onFull: (deliveryUrl: string) => void
  /** Receives the price that the gift code's discount was computed from. */
  onPrice: (priceCents: number) => void
}

/** The gift code that the buyer has applied. */
export function useGift(offerKey: string, { onFull, onPrice }: OnAnswer) {
  const [gift, setGift] = useState<Gift>()
  const postGift = useIntent<object, GiftAnswer>(`${payPath(offerKey)}/gift`)
  const takeGift = (answer: GiftAnswer, code: string) => {
    if (answer.type === "full") return onFull(answer.deliveryUrl)
    setGift({ code, ...answer })
    onPrice(answer.discountCents + answer.remainingCents)
  }
  const redeem = useMutation({
    run: (asked: { code: string; buyerEmail: string }) => postGift(asked),
    onSuccess: (answer, { code }) => takeGift(answer, code),
  })
  return {
    gift,
    postGift,
    takeGift,
    redeem,
    removeGift: () => setGift(undefined),
    /** Removes a code that can no longer be used. After a temporary failure, the shown value stays. */
    async readGift(buyerEmail: string): Promise<void> {
      if (!gift) return
      const { code } = gift
      await postGift({ code, buyerEmail }).then(
        (answer) => takeGift(answer, code),
        (error: Refused) => error.isPassing || setGift(undefined),
      )
    },
  }
}
