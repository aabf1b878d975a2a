import { useRef } from "react"
import { callApi, Refused } from "./call.ts"
import { newUuid } from "./uuid.ts"

/**
 * Posts with an Idempotency-Key per intent. A retry of the same body and headers, after no response or a temporary
 * failure, reuses the key, so that it cannot run twice. Another body, or a body with a final answer, gets a new key.
 */
export function useIntent<Body extends object, Answer>(
  path: string,
): (body: Body, more?: { signal?: AbortSignal | undefined; headers?: Record<string, string> }) => Promise<Answer> {
  const unanswered = useRef(new Map<string, string>())
  return async (body, { signal, headers = {} } = {}) => {
    const text = JSON.stringify([body, headers])
    const idempotencyKey = unanswered.current.get(text) ?? newUuid()
    unanswered.current.set(text, idempotencyKey)
    try {
      const answer = await callApi<Answer>(path, { body, headers, idempotencyKey, ...(signal && { signal }) })
      unanswered.current.delete(text)
      return answer
    } catch (error) {
      if (!(error instanceof Refused && error.isPassing)) unanswered.current.delete(text)
      throw error
    }
  }
}
