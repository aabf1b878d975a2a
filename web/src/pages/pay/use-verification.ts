import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { callApi, type Refused } from "../../api/call.ts"
import { newUuid } from "../../api/intent.ts"
import { payPath, type VerifyAnswer } from "./handover-api.ts"

const quickAsks = 10

/** After this the buyer is told that they need not wait. */
const slowMs = 6_000

/** Asks until the purchase is handed over or has come to nothing: every second at first, then less often. */
export function useVerification(offerKey: string, sessionId: string) {
  const [idempotencyKey] = useState(newUuid)
  const isSlow = useHasPassed(slowMs)
  const { data, error } = useQuery<VerifyAnswer, Refused>({
    queryKey: ["verify", offerKey, sessionId],
    queryFn: () => callApi(`${payPath(offerKey)}/verify`, { body: { sessionId }, idempotencyKey }),
    refetchInterval: ({ state }) => {
      if (isFinal(state.data) || (state.error && !state.error.isPassing)) return false
      if (state.error?.retryAfterSeconds) return state.error.retryAfterSeconds * 1000
      return state.dataUpdateCount + state.errorUpdateCount < quickAsks ? 1000 : 5000
    },
    refetchIntervalInBackground: true,
  })
  return { answer: data, error, isSlow }
}

function isFinal(answer: VerifyAnswer | undefined): boolean {
  if (!answer) return false
  return answer.paid ? Boolean(answer.deliveryUrl) : !answer.pending
}

function useHasPassed(ms: number): boolean {
  const [hasPassed, setHasPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasPassed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return hasPassed
}
