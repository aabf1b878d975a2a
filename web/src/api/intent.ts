import { useRef } from "react"
import { callApi, Refused } from "./call.ts"
import { newUuid } from "./uuid.ts"

/**
 * Posts what a person means once. A retry of the same intent, after no answer or a passing failure, carries the same
 * Idempotency-Key, so that it cannot happen twice; a changed body, or one that was finally answered, is a new intent.
 */
export function useIntent<Body extends object, Answer>(path: string): (body: Body) => Promise<Answer> {
  const unanswered = useRef(new Map<string, string>())
  return async (body) => {
    const text = JSON.stringify(body)
    const idempotencyKey = unanswered.current.get(text) ?? newUuid()
    unanswered.current.set(text, idempotencyKey)
    try {
      const answer = await callApi<Answer>(path, { body, idempotencyKey })
      unanswered.current.delete(text)
      return answer
    } catch (error) {
      if (!(error instanceof Refused && error.isPassing)) unanswered.current.delete(text)
      throw error
    }
  }
}
