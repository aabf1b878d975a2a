import { callApi } from "../../api/call.ts"
import { newUuid } from "../../api/uuid.ts"
import { registerShows, type Show } from "../../in-page-tools/shows.ts"
import { payPath, type VerifyAnswer } from "./handover-api.ts"
import type { PurchaseFlow } from "./use-purchase.ts"

interface CheckoutInput {
  buyerEmail: string
  giftCode?: string
}

type Perform<Input> = (flow: PurchaseFlow, input: Input, signal: AbortSignal | undefined) => Promise<object>

/**
 * Lets an agent in the browser act on this page's offer. The agent uses the page's state and idempotency keys, so the
 * person can continue where it stopped. No tool pays. `latest` has the current state.
 */
export function showTools(latest: { readonly current: PurchaseFlow }): void {
  const ofThisOffer = <Input>(perform: Perform<Input>): Show => {
    return ({ key, ...input }, { signal }) =>
      key === latest.current.offerKey ? perform(latest.current, input as Input, signal) : undefined
  }
  registerShows({
    startCheckout: ofThisOffer(startCheckout),
    redeemGift: ofThisOffer(redeemGift),
    verifyPayment: ofThisOffer(verifyPayment),
  })
}

/** The payment form needs the client secret, and the agent does not. */
const startCheckout: Perform<CheckoutInput> = async (flow, { buyerEmail, giftCode = flow.gift?.code }, signal) => {
  const answer = await flow.postCheckout({ buyerEmail, ...(giftCode !== undefined && { giftCode }) }, { signal })
  if (giftCode !== undefined && giftCode !== flow.gift?.code && "sessionId" in answer) {
    // A code that completes a purchase was refused above, so this only reads its value.
    flow.takeGift(await flow.postGift({ code: giftCode, buyerEmail }, { signal }), giftCode)
  }
  signal?.throwIfAborted()
  flow.setEmail(buyerEmail)
  flow.takeCheckout(answer)
  return "sessionId" in answer ? { sessionId: answer.sessionId, shown: true } : { ...answer, shown: true }
}

const redeemGift: Perform<{ code: string; buyerEmail?: string }> = async (flow, input, signal) => {
  const answer = await flow.postGift(input, { signal })
  signal?.throwIfAborted()
  if (input.buyerEmail !== undefined) flow.setEmail(input.buyerEmail)
  // An open payment form would charge the old price.
  if (flow.step.name !== "details") flow.startAgain()
  flow.takeGift(answer, input.code)
  return { ...answer, shown: true }
}

/** An open payment form stays while nothing is paid: an agent asks again and again while a person fills it in. */
const verifyPayment: Perform<{ sessionId: string }> = async (flow, { sessionId }, signal) => {
  const post = { body: { sessionId }, idempotencyKey: newUuid(), ...(signal && { signal }) }
  const answer = await callApi<VerifyAnswer>(`${payPath(flow.offerKey)}/verify`, post)
  signal?.throwIfAborted()
  const isFilledIn = flow.step.name === "payment" && answer.pending
  if (!isFilledIn) flow.verify(sessionId)
  return { ...answer, shown: true }
}
