import { lazy, Suspense, useState } from "react"

const AnswerText = lazy(async () => ({ default: (await import("./answer-text.tsx")).AnswerText }))

/** What a server of others answered, to be unfolded and read. */
export function TheirAnswer({ conversationId, callId }: { conversationId: string; callId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>What it answered</summary>
      {isOpen && (
        <Suspense fallback={null}>
          <AnswerText conversationId={conversationId} callId={callId} />
        </Suspense>
      )}
    </details>
  )
}
