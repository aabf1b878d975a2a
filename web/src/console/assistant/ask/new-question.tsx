import { type ReactNode, useRef, useState } from "react"
import type { ShownModel } from "../../../../../server/src/contract/shown.ts"
import { mayAs } from "../../console-data.ts"
import { CommandsOnly } from "./commands-only.tsx"
import { Composer } from "./composer.tsx"
import { keepDraft } from "./drafts.ts"

interface Props {
  model: ShownModel
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
export function NewQuestion({ model, about, onSent, children }: Props) {
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
        <div className="firsts wrap gap-2">
          {[...(mayAs("member") ? forMembers : []), ...forAll].map((text) => (
            <button key={text} type="button" className="framed small" onClick={() => begin(text)}>
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
        {model.kind === "commands" && <CommandsOnly />}
        {children}
      </Composer>
    </div>
  )
}
