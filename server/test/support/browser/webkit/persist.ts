import { setTimeout as sleep } from "node:timers/promises"
import { patienceMs } from "../ready.ts"
import { DriverError } from "./session.ts"

/** A result, or the reason why there is none yet. After a final reason no further attempt is made. */
export type Attempt<Answer> = { answer: Answer } | { lacks: string; isFinal?: boolean }

const pauseMs = 40

/** Repeats an attempt until it succeeds. At the deadline it fails with the name of what it waits for and the last reason. */
export async function persist<Answer>(
  { what, timeoutMs = patienceMs }: { what: string; timeoutMs?: number | undefined },
  attempt: () => Promise<Attempt<Answer>>,
): Promise<Answer> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const made = await attempt().catch(reasonOf)
    if ("answer" in made) return made.answer
    if (made.isFinal) throw new Error(`${what}: ${made.lacks}.`)
    if (performance.now() > end) throw new Error(`${what}: ${made.lacks}, for ${timeoutMs / 1000} s.`)
    await sleep(pauseMs)
  }
}

/** The page replaced its document or the element, or something covers it: the command did nothing, and the next may succeed. */
const passing = [
  ...["stale element reference", "javascript error", "element click intercepted", "element not interactable"],
  ...["no such frame", "script timeout", "no answer"],
]

function reasonOf(error: unknown): { lacks: string; isFinal?: boolean } {
  if (error instanceof DriverError && passing.includes(error.code)) return { lacks: error.message }
  throw error
}
