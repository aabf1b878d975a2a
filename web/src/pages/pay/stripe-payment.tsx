import { loadStripe } from "@stripe/stripe-js/pure"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { returnedSession } from "../../../../server/src/contract/returned-session.ts"
import { callApi } from "../../api/call.ts"
import { useBusy } from "../../kit/ready.tsx"
import { Refusal } from "../../kit/refusal.tsx"
import { Spinner } from "../../kit/spinner.tsx"

interface Props {
  offerKey: string
  sessionId: string
  clientSecret: string
  onPaid: () => void
}

/** Stripe's embedded payment form. Card data is sent to Stripe only. */
export function StripePayment({ offerKey, sessionId, clientSecret, onPaid }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading")
  const complete = useEffectEvent(onPaid)
  useBusy("parts", state === "loading")

  useEffect(() => {
    let isGone = false
    const form = openForm({ offerKey, sessionId, clientSecret }, () => complete())
    form.then(
      (opened) => {
        if (isGone || !place.current) return
        opened.mount(place.current)
        setState("shown")
      },
      () => setState("failed"),
    )
    return () => {
      isGone = true
      form.then(
        (opened) => opened.destroy(),
        () => {},
      )
    }
  }, [offerKey, sessionId, clientSecret])

  return (
    <div aria-busy={state === "loading"}>
      {state === "loading" && <Spinner label="Loading payment form…" />}
      {state === "failed" && <Refusal error={cannotLoad} />}
      <div ref={place} />
    </div>
  )
}

const cannotLoad = Object.assign(new Error("The payment form didn’t load."), {
  hint: "Allow js.stripe.com in your ad blocker, then reload. You weren’t charged.",
})

/** Uses the key of the session's own account: new sales may already be charged on another one. */
async function openForm({ offerKey, sessionId, clientSecret }: Omit<Props, "onPaid">, onComplete: () => void) {
  const query = new URLSearchParams({ [returnedSession]: sessionId })
  const { publishableKey } = await callApi<{ publishableKey: string }>(
    `/pay/${encodeURIComponent(offerKey)}/form?${query}`,
  )
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw cannotLoad
  return stripe.createEmbeddedCheckoutPage({ clientSecret, onComplete })
}
