import { useNavigate, useRouterState } from "@tanstack/react-router"
import { type KeyboardEvent, use, useEffect, useRef, useState } from "react"
import type { ShownModel } from "../../../../server/src/contract/shown.ts"
import { Button } from "../../kit/button.tsx"
import { useRead } from "../ask.ts"
import { AboutChip } from "./about.tsx"
import { canAsk } from "./ask/can-ask.ts"
import { NewQuestion } from "./ask/new-question.tsx"
import { ConversationList } from "./conversation-list.tsx"
import { ConversationPane } from "./conversation-pane.tsx"
import { styleIsHere } from "./styles.ts"

/** The conversation in the panel; it survives closing and reopening the panel. */
let lastOpen: string | undefined

/** The assistant's panel; the assistant's page instead where no question would be answered. */
export function Beside({ onClose }: { onClose(): void }) {
  const { data } = useRead("get-assistant-settings", {})
  const navigate = useNavigate()
  const isPage = data !== undefined && !canAsk(data)
  useEffect(() => {
    if (!isPage) return
    onClose()
    navigate({ to: "/assistant" })
  }, [isPage, onClose, navigate])
  return data && !isPage ? <Panel model={data.model} onClose={onClose} /> : null
}

/** The panel beside the current page. The page is attached to questions. */
function Panel({ model, onClose }: { model: ShownModel; onClose(): void }) {
  use(styleIsHere)
  const [id, setId] = useState(lastOpen)
  const [isList, setList] = useState(false)
  const [words, setWords] = useState("")
  const { about, mark } = usePage()
  const aside = useRef<HTMLElement>(null)
  const open = (next: string | undefined) => {
    lastOpen = next
    setId(next)
    setList(false)
  }
  useFieldFirst(aside)
  return (
    <aside
      ref={aside}
      className="assistant beside"
      aria-label="Assistant"
      onKeyDown={(event) => isToClose(event) && onClose()}
    >
      <Head id={id} isList={isList} onNew={() => open(undefined)} onList={() => setList(!isList)} onClose={onClose} />
      {isList ? (
        <ConversationList words={words} onSearch={setWords} onOpen={open} />
      ) : id ? (
        <ConversationPane key={id} id={id} about={about} onDeleted={() => open(undefined)}>
          {mark}
        </ConversationPane>
      ) : (
        <NewQuestion model={model} about={about} onSent={open}>
          {mark}
        </NewQuestion>
      )}
    </aside>
  )
}

interface HeadProps {
  id: string | undefined
  isList: boolean
  onNew(): void
  onList(): void
  onClose(): void
}

function Head({ id, isList, onNew, onList, onClose }: HeadProps) {
  const navigate = useNavigate()
  const openAsPage = () => {
    onClose()
    navigate({ to: (id ? `/assistant/${id}` : "/assistant") as never })
  }
  return (
    <header className="title">
      <h2>Assistant</h2>
      <Button size="sm" variant="subtle" onClick={onNew}>
        New
      </Button>
      <Button size="sm" variant="subtle" aria-pressed={isList} onClick={onList}>
        History
      </Button>
      <Button size="sm" variant="subtle" data-as-page="" onClick={openAsPage}>
        Open in full page
      </Button>
      <button type="button" className="muted" aria-label="Close assistant" onClick={onClose}>
        ✕
      </button>
    </header>
  )
}

/** React also bubbles key events from sheets opened here; Escape in a sheet must not close the panel. */
const isToClose = ({ key, defaultPrevented, currentTarget, target }: KeyboardEvent<HTMLElement>) =>
  key === "Escape" && !defaultPrevented && currentTarget.contains(target as Node)

/** The current page's path in the workspace, unless the person removed it. */
function usePage() {
  const path = useRouterState({ select: ({ location }) => location.href })
  const [leftOut, leaveOut] = useState<string>()
  return {
    about: leftOut === path ? undefined : path,
    mark: <AboutChip path={leftOut === path ? undefined : path} onLeaveOut={() => leaveOut(path)} />,
  }
}

/** Focuses the text field on opening, and restores the previous focus on closing. */
function useFieldFirst(aside: { current: HTMLElement | null }): void {
  useEffect(() => {
    const before = document.activeElement
    aside.current?.querySelector("textarea")?.focus()
    return () => {
      if (before instanceof HTMLElement && document.contains(before)) before.focus()
    }
  }, [aside])
}
