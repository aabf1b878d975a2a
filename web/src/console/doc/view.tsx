import { Link as RouterLink, useParams } from "@tanstack/react-router"
import type { Editor } from "@tiptap/core"
import { useCallback, useEffect, useRef, useState } from "react"
import { useBusy } from "../../kit/loading/ready.tsx"
import { Refusal } from "../../kit/notice.tsx"
import spoken from "../../kit/spoken.module.css"
import { When } from "../../kit/when.tsx"
import { useRead } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { useConsoleEnd } from "../console-end.ts"
import { View as Frame } from "../ui/page.tsx"
import type { OpenDoc } from "./collaboration/open-doc.ts"
import { DocActions } from "./doc-actions.tsx"
import { ConsoleDocText } from "./doc-text.tsx"
import { DocTitle } from "./doc-title.tsx"
import { LiveText } from "./live-text.tsx"
import { useDocState, useOpenDoc } from "./use-open-doc.ts"
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
  const consoleEnd = useConsoleEnd()
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
        {!consoleEnd && <DocActions doc={doc} editor={editor} />}
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

/** The saving state in words. Only being offline is announced to screen readers. */
function DocStateWords({ open }: { open: OpenDoc }) {
  const { isOnline, isSaved, isPending, isPendingElsewhere, isPersisted, isLoaded, mayWrite, end } = useDocState(open)
  if (end) return null
  if (!isOnline) {
    return (
      <span role="status" className={styles.state}>
        {isLoaded ? offlineWords(isPersisted, mayWrite) : "Connecting…"}
      </span>
    )
  }
  if (!mayWrite) return <span className={styles.state}>Read-only</span>
  if (!isSaved) return <span className={styles.state}>Saving…</span>
  return (
    <span className={styles.state}>{isPending || isPendingElsewhere ? "Unsaved changes in another tab" : "Saved"}</span>
  )
}

function offlineWords(isPersisted: boolean, mayWrite: boolean): string {
  if (!mayWrite) return "Offline"
  return isPersisted
    ? "You're offline. Changes are saved in this browser."
    : "You're offline. Keep this page open to save changes."
}

/** Holds the focus and the typed text until the editor has loaded, then passes both to the editor. */
function EarlyText({ editor, onTaken }: { editor: Editor | undefined; onTaken(): void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [isComposing, setComposing] = useState(false)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (!editor || isComposing || !field.current) return
    const { value } = field.current
    if (document.activeElement === field.current) editor.view.focus() // at once: the command waits for a frame
    if (value !== "") editor.commands.insertContent(toContent(value))
    onTaken()
  }, [editor, isComposing, onTaken])
  return (
    <textarea
      ref={field}
      aria-label="Text"
      className={spoken.spoken}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
    />
  )
}

function toContent(typed: string) {
  const lines = typed.split("\n").map((text) => (text === "" ? [] : [{ type: "text", text }]))
  return lines.length === 1 ? (lines[0] ?? []) : lines.map((content) => ({ type: "paragraph", content }))
}
