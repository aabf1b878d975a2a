import { loadStripe } from "@stripe/stripe-js/pure"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { Button } from "../../../kit/button.tsx"
import { useBusy } from "../../../kit/loading/ready.tsx"
import { Spinner } from "../../../kit/loading/spinner.tsx"
import { Refusal } from "../../../kit/notice.tsx"

interface Props {
  publishableKey: string
  clientSecret: string
  onPaid: () => void
}

/** Stripe's embedded payment form. Card data is sent to Stripe only. */
export function StripePayment(props: Props) {
  const [tries, setTries] = useState(1)
  return <StripeForm key={tries} {...props} number={tries} onAgain={() => setTries(tries + 1)} />
}

type FormProps = Props & {
  /** 1 for the first try. */
  number: number
  onAgain: () => void
}

function StripeForm({ publishableKey, clientSecret, onPaid, number, onAgain }: FormProps) {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading")
  const complete = useEffectEvent(onPaid)
  useBusy("parts", state === "loading")

  useEffect(() => {
    let isCanceled = false
    const form = openForm({ publishableKey, clientSecret, number }, () => complete())
    form.then(
      (opened) => {
        if (isCanceled || !place.current) return
        opened.mount(place.current)
        setState("shown")
      },
      () => setState("failed"),
    )
    return () => {
      isCanceled = true
      form.then((opened) => opened.destroy(), ignore)
    }
  }, [publishableKey, clientSecret, number])

  return (
    <div aria-busy={state === "loading"}>
      {state === "loading" && <Spinner label="Loading payment form…" />}
      {state === "failed" && (
        <div className="stack gap-4">
          <Refusal error={cannotLoad} />
          <Button onClick={onAgain}>Try again</Button>
        </div>
      )}
      <div ref={place} />
    </div>
  )
}

const cannotLoad = Object.assign(new Error("The payment form didn’t load."), {
  hint: "Check your connection, and allow js.stripe.com in your ad blocker. You weren’t charged.",
})

async function openForm(
  { publishableKey, clientSecret, number }: Omit<FormProps, "onPaid" | "onAgain">,
  onComplete: () => void,
) {
  if (number > 1) await inTime(requestAgain(number))
  const stripe = await inTime(loadStripe(publishableKey))
  if (!stripe) throw cannotLoad
  const form = stripe.createEmbeddedCheckoutPage({ clientSecret, onComplete })
  return inTime(form).catch((error) => {
    form.then((late) => late.destroy(), ignore)
    throw error
  })
}

const timeoutMs = 10_000

/** Rejects when the work takes longer than ten seconds. */
function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, timeoutMs, cannotLoad)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Requests Stripe's script under another address, since browsers let a second request of an address wait for the first. */
async function requestAgain(number: number): Promise<void> {
  const former = document.querySelector<HTMLScriptElement>('script[src^="https://js.stripe.com/"]')
  if ("Stripe" in window || !former) return
  const script = document.createElement("script")
  script.src = `${former.src}?try=${number}`
  await new Promise((resolve, reject) => {
    script.onload = resolve
    script.onerror = reject
    document.head.append(script)
  })
  former.dispatchEvent(new Event("load")) // the library may still wait for its own
}

const ignore = () => {}
