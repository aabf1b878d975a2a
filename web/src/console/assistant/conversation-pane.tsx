import { type ReactNode, useEffect, useRef, useState } from "react"
import type { ShownConversation, ShownPart } from "../../../../server/src/contract/shown.ts"
import { Button } from "../../kit/button.tsx"
import { loadWhenShown } from "../../kit/loading/load-when-shown.tsx"
import { WhileLoading } from "../../kit/loading/ready.tsx"
import { Refusal } from "../../kit/notice.tsx"
import { useChange } from "../ask.ts"
import { CommandsOnly } from "./ask/commands-only.tsx"
import { Composer } from "./ask/composer.tsx"
import { ConversationSheet } from "./conversation-sheet.tsx"
import { Messages } from "./messages/messages.tsx"
import { useStream } from "./stream/use-stream.ts"

const HowToConnect = loadWhenShown(async () => (await import("./ask/connect-model.tsx")).HowToConnect)

interface Props {
  id: string
  /** The page beside the assistant's panel. */
  about: string | undefined
  onDeleted(): void
  /** Content above the field. */
  children?: ReactNode
}

export function ConversationPane({ id, about, onDeleted, children }: Props) {
  const { conversation, isConnected, error } = useStream(id)
  const field = useRef<HTMLTextAreaElement>(null)
  const stop = useChange("stop-run", { makesStale: ["list-conversations"] })
  const run = conversation?.run ?? null
  const isAway = useLater(!isConnected && error === null)
  return (
    <div className="pane">
      {conversation && <Head conversation={conversation} onDeleted={onDeleted} />}
      {error !== null && <Refusal error={error as Error} />}
      {conversation && <Messages key={id} conversation={conversation} />}
      {conversation?.model.kind === "none" && (
        <p className="no-model">
          <WhileLoading>
            <HowToConnect model={conversation.model} />
          </WhileLoading>
        </p>
      )}
      {conversation && conversation.model.kind !== "none" && (
        <Composer
          conversationId={id}
          about={about}
          state={run?.state ?? null}
          onSent={() => {}}
          onStop={() => stop.mutate({ conversationId: id })}
          field={field}
        >
          {conversation.model.kind === "commands" && <CommandsOnly />}
          {isAway && (
            <p className="quiet" role="status">
              You're offline. Progress continues and appears when you reconnect.
            </p>
          )}
          {run?.state === "waiting" && <p className="quiet">Sending a message cancels this request.</p>}
          {children}
        </Composer>
      )}
    </div>
  )
}

/** True once `isSo` has held for three seconds: a short disconnection is not shown. */
function useLater(isSo: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isSo) return setLate(false)
    const timer = setTimeout(setLate, 3_000, true)
    return () => clearTimeout(timer)
  }, [isSo])
  return isLate
}

function Head({ conversation, onDeleted }: { conversation: ShownConversation; onDeleted(): void }) {
  const [isOpen, setOpen] = useState(false)
  const { id, title, messages } = conversation
  return (
    <header className="head">
      <h2 dir="auto">{title}</h2>
      <Button size="sm" variant="subtle" aria-label={`Edit conversation “${title}”`} onClick={() => setOpen(true)}>
        Edit
      </Button>
      {isOpen && (
        <ConversationSheet
          conversation={{ id, title }}
          canUndo={messages.some(({ parts }) => parts.some(canBeUndone))}
          onClose={() => setOpen(false)}
          onDeleted={onDeleted}
        />
      )}
    </header>
  )
}

const canBeUndone = (part: ShownPart) => part.type === "call" && part.call.state === "done" && part.call.canUndo
