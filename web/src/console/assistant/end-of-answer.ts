import type { ShownMessage } from "../../../../server/src/contract/shown.ts"

interface End {
  /** What an answer says in all its steps; undefined where it goes on, or is none. */
  readonly copyText: string | undefined
  readonly tokensRead: number
  readonly tokensWritten: number
}

const none: End = { copyText: undefined, tokensRead: 0, tokensWritten: 0 }

/** An answer may take several messages, one for each step. Says at the last of them what all of them were. */
export function endOfAnswer(messages: readonly ShownMessage[], at: number, isRunning: boolean): End {
  const isLast = at === messages.length - 1
  const goesOn = isLast ? isRunning : messages[at + 1]?.role === "assistant"
  if (messages[at]?.role !== "assistant" || goesOn) return none
  const first = messages.findLastIndex(({ role }, before) => before < at && role === "person") + 1
  const steps = messages.slice(first, at + 1)
  const texts = steps.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "text" ? part.text : [])))
  return {
    copyText: texts.join("\n\n"),
    tokensRead: steps.reduce((sum, { usage }) => sum + (usage?.input ?? 0), 0),
    tokensWritten: steps.reduce((sum, { usage }) => sum + (usage?.output ?? 0), 0),
  }
}
