import { useCallback, useEffect, useRef, useState } from "react"
import type { Cited, ShownCall, ShownConversation } from "../../../../../server/src/contract/shown.ts"
import spoken from "../../../kit/spoken.module.css"
import { spokenCall, spokenText } from "./spoken-words.ts"

interface Line {
  readonly id: string
  readonly text: string
}

const most = 4

interface Props {
  conversation: ShownConversation
  /** The conversation when the page opened, which may be long before this script has loaded. */
  opened: ShownConversation
}

/** A live region that announces an answer sentence by sentence, and its calls. Earlier answers are not announced. */
export function SpokenAnswer({ conversation, opened }: Props) {
  const [lines, setLines] = useState<readonly Line[]>([])
  const say = useCallback((line: Line) => setLines((before) => [...before, line].slice(-most)), [])
  const isRunning = conversation.run !== null
  const answer = answerIn(conversation)
  const [before] = useState(() => answerIn(opened))
  useSentences(answer, { before, say, isRunning })
  useCalls(answer.calls, { before: before.calls, say, isRunning })
  return (
    <div className={spoken.spoken} aria-live="polite" role="log" aria-label="Live answer">
      {lines.map((line) => (
        <p key={line.id}>{line.text}</p>
      ))}
    </div>
  )
}

interface Answer {
  id: string
  text: string
  cited: readonly Cited[]
  calls: readonly ShownCall[]
}

/** The last message, without its words if it is a person's. */
function answerIn({ messages }: ShownConversation): Answer {
  const last = messages.at(-1)
  const parts = last?.role === "assistant" ? last.parts : []
  const texts = parts.flatMap((part) => (part.type === "text" ? part : []))
  return {
    id: last?.id ?? "",
    text: texts.map(({ text }) => text).join("\n"),
    cited: texts.flatMap(({ cited }) => cited),
    calls: parts.flatMap((part) => (part.type === "call" ? part.call : [])),
  }
}

interface Saying<Said> {
  /** The state when the page opened. It is not spoken again. */
  before: Said
  say(line: Line): void
  isRunning: boolean
}

/** Says each sentence of a message once it is complete. */
function useSentences({ id, text, cited }: Answer, { before, say, isRunning }: Saying<Answer>): void {
  const passed = useRef({ message: before.id, upTo: before.text.length })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the citations belong to the text.
  useEffect(() => {
    if (passed.current.message !== id) passed.current = { message: id, upTo: 0 }
    const { upTo } = passed.current
    const end = isRunning ? endOfSentences(text, upTo) : text.length
    if (end <= upTo) return
    passed.current = { message: id, upTo: end }
    say({ id: `${id} ${end}`, text: spokenText(text.slice(upTo, end), cited) })
  }, [id, text, isRunning, say])
}

/** Says each state of a call once. When the page opens, only the calls that wait for the person. */
function useCalls(calls: readonly ShownCall[], { before, say, isRunning }: Saying<readonly ShownCall[]>): void {
  const said = useRef<ReadonlySet<string>>(new Set(before.filter(({ state }) => state !== "waiting").map(keyOf)))
  const print = calls.map(keyOf).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `print` changes when a call is to be announced.
  useEffect(() => {
    const fresh = calls.filter((call) => !said.current.has(keyOf(call)))
    said.current = new Set([...said.current, ...fresh.map(keyOf)])
    for (const call of fresh.filter(({ state }) => isRunning || state === "waiting")) {
      const text = spokenCall(call)
      if (text !== undefined) say({ id: keyOf(call), text })
    }
  }, [print, isRunning, say])
}

const keyOf = ({ id, state }: ShownCall) => `${id} ${state}`

/** The end of the last complete sentence or line after `from`; `from` if there is none. */
function endOfSentences(text: string, from: number): number {
  for (let at = text.length - 1; at > from; at -= 1) {
    const isLine = text[at] === "\n"
    const isSentence = text[at] === " " && ".!?…。！？".includes(text[at - 1] ?? " ")
    if (isLine || isSentence) return at + 1
  }
  return from
}
