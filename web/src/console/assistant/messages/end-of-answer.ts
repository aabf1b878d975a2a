import type { ShownMessage } from "../../../../../server/src/contract/shown.ts"

interface End {
  /** The text of all steps; undefined unless the message ends an answer. */
  readonly copyText: string | undefined
  readonly tokensRead: number
  readonly tokensWritten: number
}

const none: End = { copyText: undefined, tokensRead: 0, tokensWritten: 0 }

/** An answer may take several messages, one per step. Sums them up at the last one. */
export function endOfAnswer(messages: readonly ShownMessage[], at: number, isRunning: boolean): End {
  const isLast = at === messages.length - 1
  const isContinued = isLast ? isRunning : messages[at + 1]?.role === "assistant"
  if (messages[at]?.role !== "assistant" || isContinued) return none
  const first = messages.findLastIndex(({ role }, before) => before < at && role === "person") + 1
  const steps = messages.slice(first, at + 1)
  const texts = steps.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "text" ? part.text : [])))
  return {
    copyText: texts.join("\n\n"),
    tokensRead: steps.reduce((sum, { usage }) => sum + (usage?.input ?? 0), 0),
    tokensWritten: steps.reduce((sum, { usage }) => sum + (usage?.output ?? 0), 0),
  }
}
