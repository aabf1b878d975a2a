import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useRef, useState } from "react"
import { Notice } from "../../kit/notice.tsx"
import { readOf } from "../ask.ts"
import { mayAs } from "../here.ts"
import { Composer } from "./composer.tsx"
import { keepDraft } from "./drafts.ts"
import { NoModel } from "./no-model.tsx"

interface Props {
  about: string | undefined
  onSent(conversationId: string): void
  /** Content above the field. */
  children?: ReactNode
}

/** These also work without a connected model. */
const forAll = ["Which short link has the most clicks?", "Who is free this week?"]
const forMembers = [
  "Who has not answered my upload links?",
  "Create a short link to https://example.com/spring called spring-sale",
]

/** A new conversation: suggestions and the text field. */
export function NewQuestion({ about, onSent, children }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [round, setRound] = useState(0)
  const begin = (text: string) => {
    keepDraft("", { text, files: [] })
    setRound(round + 1)
    requestAnimationFrame(() => field.current?.focus())
  }
  return (
    <div className="pane">
      <div className="begin">
        <h2>How can I help?</h2>
        <p>The assistant has your permissions and asks before making changes.</p>
        <div className="firsts">
          {[...(mayAs("member") ? forMembers : []), ...forAll].map((text) => (
            <button key={text} type="button" onClick={() => begin(text)}>
              {text}
            </button>
          ))}
        </div>
      </div>
      <Composer
        key={round}
        conversationId={undefined}
        about={about}
        state={null}
        onSent={onSent}
        onStop={() => {}}
        field={field}
      >
        <Standing />
        {children}
      </Composer>
    </div>
  )
}

/** Tells before the first question that the assistant is off or has no model. */
function Standing() {
  const { data } = useQuery(readOf("get-assistant-settings", {}))
  if (!data) return null
  if (!data.isOn) return <Notice tone="note" title={data.whyOff ?? ""} />
  return data.model.isModel ? null : <NoModel />
}
