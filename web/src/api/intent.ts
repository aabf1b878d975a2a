import { useRef } from "react"
import { callApi, Refused } from "./call.ts"

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

/** A fresh UUID. `crypto.randomUUID` exists only over https and on the own machine. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
  const variant = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant.toString(16)}${hex.slice(18, 20)}-${hex.slice(20)}`
}
