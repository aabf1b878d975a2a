import { useEffect, useState } from "react"
import { returnedSession } from "../../../../../server/src/contract/returned-session.ts"
import { callApi, type Refused } from "../../../api/call.ts"
import { useBusy } from "../../../kit/loading/ready.tsx"
import type { PaymentForm } from "../handover-api.ts"

/** Asks for the parameters of a session's payment form: new sales may be charged on another account, at another price. */
export function usePaymentForm(offerKey: string, sessionId: string) {
  const [tries, setTries] = useState(1)
  const [latest, setLatest] = useState<{ form?: PaymentForm; error?: Refused }>({})
  useBusy("reads", !latest.form && !latest.error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again.
  useEffect(() => {
    let isGone = false
    const show = (found: typeof latest) => !isGone && setLatest(found)
    setLatest({})
    readForm(offerKey, sessionId).then(
      (form) => show({ form }),
      (error) => show({ error }),
    )
    return () => {
      isGone = true
    }
  }, [offerKey, sessionId, tries])
  return { ...latest, ask: () => setTries(tries + 1) }
}

function readForm(offerKey: string, sessionId: string): Promise<PaymentForm> {
  const query = new URLSearchParams({ [returnedSession]: sessionId })
  return callApi(`/pay/${encodeURIComponent(offerKey)}/form?${query}`)
}
