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
  /** What stands above the field. */
  children?: ReactNode
}

/** Each of them is understood also where no model is connected. */
const forAll = ["Which short link has the most clicks?", "Who is free this week?"]
const forMembers = [
  "Who has not answered my upload links?",
  "Create a short link to https://example.com/spring called spring-sale",
]

/** Where a conversation begins: a few things to ask for, and the field. */
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
        <h2>What is to be done?</h2>
        <p>
          The assistant looks things up in this workspace with your rights, and asks you before it changes anything.
        </p>
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

/** Why it answers as it does, before anything was asked: it is off, or no model is connected. */
function Standing() {
  const { data } = useQuery(readOf("get-assistant-settings", {}))
  if (!data) return null
  if (!data.isOn) return <Notice tone="note" title={data.whyOff ?? ""} />
  return data.model.isModel ? null : <NoModel />
}
