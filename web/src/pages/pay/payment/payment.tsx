import { useEffect, useState } from "react"
import { formatAmount } from "../../../../../server/src/contract/currencies.ts"
import { returnedSession } from "../../../../../server/src/contract/returned-session.ts"
import type { PayData } from "../../../../../server/src/surfaces/pages/page-data.ts"
import { callApi, type Refused } from "../../../api/call.ts"
import { Button } from "../../../kit/button.tsx"
import { loadWhenShown } from "../../../kit/loading/load-when-shown.tsx"
import { useBusy, WhileLoading } from "../../../kit/loading/ready.tsx"
import { Spinner } from "../../../kit/loading/spinner.tsx"
import { Notice, Refusal } from "../../../kit/notice.tsx"
import styles from "../details.module.css"
import type { PaymentForm } from "../handover-api.ts"
import { PriceLines } from "../price-lines.tsx"
import type { PurchaseFlow, PurchaseStep } from "../use-purchase.ts"

const SandboxPayment = loadWhenShown(async () => (await import("./sandbox-payment.tsx")).SandboxPayment)
const StripePayment = loadWhenShown(async () => (await import("./stripe-payment.tsx")).StripePayment)

interface Props extends Pick<PayData["island"], "processor" | "taxLine"> {
  purchase: PurchaseFlow
  step: Extract<PurchaseStep, { name: "payment" }>
}

/** The payment of a checkout session. A total that the buyer has not seen is confirmed before the form opens. */
export function Payment({ purchase, step, taxLine, processor }: Props) {
  const { offer, gift } = purchase
  const { form, error, ask } = usePaymentForm(purchase.offerKey, step.sessionId)
  const [confirmed, confirm] = useState<PaymentForm>()
  const seen = { amountCents: gift ? gift.remainingCents : offer.priceCents, currency: offer.currency }
  const isSeen = !form || (form.amountCents === seen.amountCents && form.currency === seen.currency)
  const charged = { ...offer, priceCents: form?.amountCents ?? 0, currency: form?.currency ?? "" }
  return (
    <>
      {isSeen ? (
        <PriceLines {...{ offer, gift, taxLine }} />
      ) : (
        <PriceLines offer={charged} gift={undefined} taxLine={taxLine} />
      )}
      {error ? (
        <NoForm error={error} onAgain={ask} onLeave={purchase.startAgain} />
      ) : !form ? (
        <Spinner label="Loading payment form…" />
      ) : isSeen || confirmed === form ? (
        <OpenForm {...{ purchase, step, processor, form }} />
      ) : (
        <NewTotal {...{ purchase, form, seen }} onConfirm={() => confirm(form)} />
      )}
    </>
  )
}

function NoForm({ error, onAgain, onLeave }: { error: Error; onAgain: () => void; onLeave: () => void }) {
  return (
    <div className="stack gap-4">
      <Refusal error={error} />
      <Button onClick={onAgain}>Try again</Button>
      <Button variant="subtle" onClick={onLeave}>
        Back
      </Button>
    </div>
  )
}

interface NewTotalProps {
  purchase: PurchaseFlow
  form: PaymentForm
  seen: Pick<PaymentForm, "amountCents" | "currency">
  onConfirm: () => void
}

function NewTotal({ purchase, form, seen, onConfirm }: NewTotalProps) {
  const leave = () => {
    purchase.startAgain()
    purchase.reload()
  }
  const now = formatAmount(form.amountCents, form.currency)
  const before = seen.amountCents === 0 ? "free" : formatAmount(seen.amountCents, seen.currency)
  return (
    <div className="stack gap-4">
      <Notice tone="note" title={`The total is now ${now}`}>
        It was {before} before. You weren’t charged.
      </Notice>
      <Button size="lg" isWide onClick={onConfirm}>
        Continue with {now}
      </Button>
      <Button variant="subtle" onClick={leave}>
        Back
      </Button>
    </div>
  )
}

type FormProps = Omit<Props, "taxLine"> & { form: PaymentForm }

function OpenForm({ purchase, step, processor, form }: FormProps) {
  const { sessionId, clientSecret } = step
  return (
    <WhileLoading meanwhile={<Spinner label="Loading payment form…" />}>
      <p className={styles.address}>
        Files go to <strong>{purchase.email.trim()}</strong>{" "}
        <Button variant="link" onClick={purchase.startAgain}>
          Change email
        </Button>
      </p>
      {processor === "sandbox" ? (
        <SandboxPayment
          sessionId={sessionId}
          amount={formatAmount(form.amountCents, form.currency)}
          onPaid={purchase.verify}
          onLeave={purchase.startAgain}
        />
      ) : (
        <StripePayment
          publishableKey={form.publishableKey}
          clientSecret={clientSecret}
          onPaid={() => purchase.verify(sessionId)}
        />
      )}
    </WhileLoading>
  )
}

/** Asks for the parameters of a session's payment form: new sales may be charged on another account, at another price. */
function usePaymentForm(offerKey: string, sessionId: string) {
  const [tries, setTries] = useState(1)
  const [latest, setLatest] = useState<{ form?: PaymentForm; error?: Refused }>({})
  useBusy("reads", !latest.form && !latest.error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again.
  useEffect(() => {
    let isCanceled = false
    const show = (found: typeof latest) => !isCanceled && setLatest(found)
    setLatest({})
    readForm(offerKey, sessionId).then(
      (form) => show({ form }),
      (error) => show({ error }),
    )
    return () => {
      isCanceled = true
    }
  }, [offerKey, sessionId, tries])
  return { ...latest, ask: () => setTries(tries + 1) }
}

function readForm(offerKey: string, sessionId: string): Promise<PaymentForm> {
  const query = new URLSearchParams({ [returnedSession]: sessionId })
  return callApi(`/pay/${encodeURIComponent(offerKey)}/form?${query}`)
}
