import { useState } from "react"
import { keepBusy } from "../kit/loading/busy.ts"
import { Refused } from "./call.ts"

interface Options<Input, Answer> {
  run(input: Input): Promise<Answer>
  onSuccess?(answer: Answer, input: Input): void
  /** The page is busy until it has settled. */
  onError?(): Promise<void>
}

type State<Input, Answer> = { name: "idle" } | { name: "pending"; input: Input } | Done<Answer> | Failed
type Done<Answer> = { name: "done"; answer: Answer }
type Failed = { name: "failed"; error: Refused }

/** Runs a change on demand and tracks its state. */
export function useMutation<Input, Answer>({ run, onSuccess, onError }: Options<Input, Answer>) {
  const [state, setState] = useState<State<Input, Answer>>({ name: "idle" })
  return {
    /** The input of the pending change. */
    pending: state.name === "pending" ? state.input : undefined,
    isPending: state.name === "pending",
    answer: state.name === "done" ? state.answer : undefined,
    error: state.name === "failed" ? state.error : undefined,
    reset: () => setState({ name: "idle" }),
    async mutate(input: Input): Promise<void> {
      const end = keepBusy("writes")
      setState({ name: "pending", input })
      try {
        const answer = await run(input)
        setState({ name: "done", answer })
        onSuccess?.(answer, input)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        setState({ name: "failed", error })
        await onError?.()
      } finally {
        end()
      }
    },
  }
}
