import { useState } from "react"
import { loadWhenShown } from "../../../kit/loading/load-when-shown.tsx"
import { WhileLoading } from "../../../kit/loading/ready.tsx"

const AnswerText = loadWhenShown(async () => (await import("./answer-text.tsx")).AnswerText)

/** The unfoldable answer of an external server. */
export function TheirAnswer({ conversationId, callId }: { conversationId: string; callId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Output</summary>
      {isOpen && (
        <WhileLoading>
          <AnswerText conversationId={conversationId} callId={callId} />
        </WhileLoading>
      )}
    </details>
  )
}
