import { useCallback, useEffect, useRef, useState } from "react"
import type { Cited, ShownCall, ShownConversation } from "../../../../server/src/contract/shown.ts"
import spoken from "../../kit/spoken.module.css"
import { endOfSentences } from "./sentences.ts"
import { spokenCall, spokenText } from "./spoken-words.ts"

interface Line {
  readonly id: string
  readonly text: string
}

const most = 4

/** A live region that announces an answer sentence by sentence, and its calls. Earlier answers are not announced. */
export function SpokenAnswer({ conversation }: { conversation: ShownConversation }) {
  const [lines, setLines] = useState<readonly Line[]>([])
  const say = useCallback((line: Line) => setLines((before) => [...before, line].slice(-most)), [])
  const last = conversation.messages.at(-1)
  const parts = last?.role === "assistant" ? last.parts : []
  const texts = parts.flatMap((part) => (part.type === "text" ? part : []))
  useSentences(last?.id ?? "", {
    say,
    text: texts.map(({ text }) => text).join("\n"),
    cited: texts.flatMap(({ cited }) => cited),
    isRunning: conversation.run !== null,
  })
  const calls = parts.flatMap((part) => (part.type === "call" ? part.call : []))
  useCalls(calls, { say, isRunning: conversation.run !== null })
  return (
    <div className={spoken.spoken} aria-live="polite" role="log" aria-label="Live answer">
      {lines.map((line) => (
        <p key={line.id}>{line.text}</p>
      ))}
    </div>
  )
}

interface Saying {
  say(line: Line): void
  isRunning: boolean
}

/** Says each sentence of a message once it is complete. */
function useSentences(
  id: string,
  { say, text, cited, isRunning }: Saying & { text: string; cited: readonly Cited[] },
): void {
  const passed = useRef<{ message: string; upTo: number }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the citations belong to the text.
  useEffect(() => {
    const isFirst = passed.current === undefined
    if (passed.current?.message !== id) passed.current = { message: id, upTo: isFirst ? text.length : 0 }
    const { upTo } = passed.current
    const end = isRunning ? endOfSentences(text, upTo) : text.length
    if (end <= upTo) return
    passed.current = { message: id, upTo: end }
    say({ id: `${id} ${end}`, text: spokenText(text.slice(upTo, end), cited) })
  }, [id, text, isRunning, say])
}

/** Says each state of a call once. When the page opens, only the calls that wait for the person. */
function useCalls(calls: readonly ShownCall[], { say, isRunning }: Saying): void {
  const said = useRef<ReadonlySet<string>>(undefined)
  const keyOf = ({ id, state }: ShownCall) => `${id} ${state}`
  const print = calls.map(keyOf).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `print` has what is said of the calls.
  useEffect(() => {
    const { current } = said
    const fresh = calls.filter((call) => !current?.has(keyOf(call)))
    said.current = new Set([...(current ?? []), ...fresh.map(keyOf)])
    const isDue = ({ state }: ShownCall) => state === "waiting" || (isRunning && current !== undefined)
    for (const call of fresh.filter(isDue)) {
      const text = spokenCall(call)
      if (text !== undefined) say({ id: keyOf(call), text })
    }
  }, [print, isRunning, say])
}
