import { useEffect, useRef, useState } from "react"
import type { ShownConversation } from "../../../../server/src/contract/shown.ts"
import spoken from "../../kit/spoken.module.css"
import { endOfSentences } from "./sentences.ts"

/** A live region that announces an answer sentence by sentence. Earlier answers are not announced. */
export function SpokenAnswer({ conversation: { messages, run } }: { conversation: ShownConversation }) {
  const [lines, setLines] = useState<readonly { id: string; text: string }[]>([])
  const passed = useRef<{ message: string; upTo: number }>(undefined)
  const last = messages.at(-1)
  const parts = last?.role === "assistant" ? last.parts : []
  const text = parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n")
  const id = last?.id ?? ""
  useEffect(() => {
    const isFirst = passed.current === undefined
    if (passed.current?.message !== id) passed.current = { message: id, upTo: isFirst ? text.length : 0 }
    const { upTo } = passed.current
    const end = run === null ? text.length : endOfSentences(text, upTo)
    if (end <= upTo) return
    passed.current = { message: id, upTo: end }
    const said = text.slice(upTo, end).replaceAll(/[*_`#|>[\]]+/g, "")
    setLines((before) => [...before.slice(-3), { id: `${id} ${end}`, text: said }])
  }, [id, text, run])
  const asks = parts.some((part) => part.type === "call" && part.call.state === "waiting")
  return (
    <div className={spoken.spoken} aria-live="polite" role="log" aria-label="Live answer">
      {lines.map((line) => (
        <p key={line.id}>{line.text}</p>
      ))}
      {asks && <p>The assistant needs your decision.</p>}
    </div>
  )
}
