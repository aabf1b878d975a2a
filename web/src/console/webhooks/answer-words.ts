import type { AnswerOf } from "../ask.ts"
import type { StateWords } from "../ui/state.tsx"

type Delivery = AnswerOf<"list-webhook-deliveries">["items"][number]

const faults: Readonly<Record<string, string>> = {
  address: "Address refused",
  unreachable: "Unreachable",
  silent: "No response in time",
}

/** What came of a try: the status of the response, or why none came. */
export function answerInWords({ status, fault }: { status: number | null; fault: string | null }): string {
  return status === null ? (faults[fault ?? ""] ?? "No response") : String(status)
}

export const isArrived = (status: number | null) => status !== null && status >= 200 && status < 300

export function stateOf({ outcome, tries, againAt, dueAt }: Delivery): StateWords {
  if (againAt !== null) return { words: "Sending again", tone: "note" }
  if (outcome === "delivered") return { words: "Delivered", tone: "good" }
  if (outcome === "failed") return tries === 0 ? { words: "Not sent", tone: "plain" } : { words: "Failed", tone: "bad" }
  if (tries > 0) return { words: "Retrying", tone: "note" }
  return { words: dueAt === null ? "In line" : "Waiting", tone: "plain" }
}
