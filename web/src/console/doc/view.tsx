import { Link as RouterLink, useParams } from "@tanstack/react-router"
import type { Editor } from "@tiptap/core"
import { useCallback, useEffect, useState } from "react"
import { useBusy } from "../../kit/loading/ready.tsx"
import { Refusal } from "../../kit/refusal.tsx"
import { When } from "../../kit/when.tsx"
import { type AnswerOf, useRead } from "../ask.ts"
import { useConsoleEnd } from "../console-end.ts"
import { View as Frame } from "../ui/page.tsx"
import type { OpenDoc } from "./collaboration/open-doc.ts"
import { DocActions } from "./doc-actions.tsx"
import { DocStateWords } from "./doc-state.tsx"
import { ConsoleDocText } from "./doc-text.tsx"
import { DocTitle } from "./doc-title.tsx"
import { EarlyText } from "./early-text.tsx"
import { LiveText } from "./live-text.tsx"
import { useOpenDoc } from "./use-open-doc.ts"
import styles from "./view.module.css"
import { WhoIsHere } from "./who-is-here.tsx"

export function View() {
  const { id = "" } = useParams({ strict: false })
  const { data: doc, error, dataUpdatedAt } = useRead("get-doc", { id })
  return (
    <div className={`stack gap-4 one-column ${styles.page}`}>
      {doc ? <Doc key={id} doc={doc} readAt={dataUpdatedAt} /> : error && <Refusal error={error} />}
    </div>
  )
}

function Doc({ doc, readAt }: { doc: AnswerOf<"get-doc">; readAt: number }) {
  const open = useOpenDoc(doc)
  useBusy("parts", !open)
  useReturn(open, readAt)
  const gone = useConsoleEnd()
  const [editor, setEditor] = useState<Editor>()
  const [isEarly, setEarly] = useState(false)
  const toText = () => (editor ? editor.commands.focus() : setEarly(true))
  const onTaken = useCallback(() => setEarly(false), [])
  return (
    <>
      <div className={`flex middle gap-3 muted small ${styles.above}`}>
        <RouterLink className={styles.back ?? ""} to="/docs">
          ← Docs
        </RouterLink>
        {open && <DocStateWords open={open} />}
        {open && <WhoIsHere open={open} />}
        {!gone && <DocActions doc={doc} editor={editor} />}
      </div>
      <Frame
        title={<DocTitle doc={doc} onEnter={toText} />}
        below={
          <>
            Updated <When at={doc.updatedAt} />
          </>
        }
      >
        {isEarly && <EarlyText editor={editor} onTaken={onTaken} />}
        {open ? <LiveText doc={doc} open={open} onEditor={setEditor} /> : <ConsoleDocText body={doc.body} />}
      </Frame>
    </>
  )
}

/** Reopens a trashed doc once the service returns it again: another member may have restored it. */
function useReturn(open: OpenDoc | undefined, readAt: number): void {
  useEffect(() => {
    if (readAt > 0 && open?.state().end === "gone") open.retry()
  }, [open, readAt])
}
