import { useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useEffect } from "react"
import { Button } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import { type EditRefusal, settle } from "../../unsent/notes.ts"
import { giveTitle, startSendingTitles } from "../../unsent/send-titles.ts"
import { toast } from "../toast.ts"
import { fileNameOf, save } from "../ui/save.ts"
import styles from "./unsent-docs.module.css"
import { type Unsent, useUnsent } from "./use-unsent.ts"

const loadText = () => import("../doc/collaboration/unsent-text.ts")

/** Lists docs with unsent edits in this browser. Offers to save or discard those that the service refuses. */
export function UnsentDocs() {
  const queries = useQueryClient()
  useEffect(() => startSendingTitles(() => queries.invalidateQueries({ queryKey: ["get-doc"] })), [queries])
  const docs = useUnsent()
  return (
    <UnsentNotice docs={docs} title={`${docs.length} ${docs.length === 1 ? "doc" : "docs"} with unsynced changes`} />
  )
}

/** Warns before an account's erasure that this browser has unsent edits, and offers to save them. */
export function UnsentBeforeErasing() {
  return (
    <UnsentNotice docs={useUnsent()} title="This browser has unsynced changes">
      <p className="apart">Deleting the account deletes them. Download them first.</p>
    </UnsentNotice>
  )
}

function UnsentNotice({ docs, title, children }: { docs: readonly Unsent[]; title: string; children?: ReactNode }) {
  const isAny = docs.length > 0
  useEffect(() => {
    // Load it now: it may be needed while offline.
    if (isAny) loadText().catch(() => {})
  }, [isAny])
  if (!isAny) return null
  return (
    <div className={styles.unsent}>
      <Notice tone="note" title={title}>
        {children}
        <ul className="stack gap-2">
          {docs.map((doc) => (
            <li key={doc.docId}>
              {doc.words.length > 0 && <Words doc={doc} />}
              {doc.title && <Title note={doc.title} />}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

const whyWords: Readonly<Record<EditRefusal, string>> = {
  "read-only": "You can only view it now.",
  "no-access": "You no longer have access.",
  gone: "It is in the trash or deleted.",
  "too-old": "Reload this page to sync.",
  "no-room": "Storage is full. Free up space to sync.",
  refused: "The changes couldn't be saved.",
  "other-title": "Someone else renamed it.",
}

function Words({ doc: { words, isOpen } }: { doc: Unsent }) {
  const [note] = words
  if (!note) return null
  const { accountId, docId, workspace, title } = note
  const why = words.map(({ why }) => why).find(Boolean)
  const saveIt = async () => {
    const text = await (await loadText()).readUnsentText({ accountId, docId })
    save(new Blob([text]), fileNameOf(title))
  }
  const discard = async () => {
    if (!confirm(`Discard your changes to “${title}”? They exist only in this browser.`)) return
    await (await loadText()).dropPersistedDoc({ accountId, docId })
    toast({ title: `Changes to “${title}” discarded` })
  }
  return (
    <div className={`wrap middle gap-2 ${styles.line}`}>
      <span>
        <a href={`/${workspace}/docs/${docId}`}>
          <bdi>{title}</bdi>
        </a>
        : {why ? whyWords[why] : isOpen ? "Another tab is syncing it." : "It syncs when you're back online."}
      </span>
      <Button size="sm" variant="default" onClick={saveIt}>
        Download copy
      </Button>
      {!isOpen && (
        <Button size="sm" variant="subtle" onClick={discard}>
          Discard changes
        </Button>
      )}
    </div>
  )
}

function Title({ note }: { note: NonNullable<Unsent["title"]> }) {
  const { title, named, why } = note
  const give = () => giveTitle(note).catch((error: Error) => toast({ tone: "bad", title: error.message }))
  return (
    <div className={`wrap middle gap-2 ${styles.line}`}>
      <span>
        <bdi>{title}</bdi>, renamed to “<bdi>{named.title}</bdi>”:{" "}
        {why ? whyWords[why] : "It syncs when you're back online."}
      </span>
      {why === "other-title" && (
        <Button size="sm" variant="default" onClick={give}>
          Rename doc
        </Button>
      )}
      {why && (
        <Button size="sm" variant="subtle" onClick={() => settle([note])}>
          Discard title
        </Button>
      )}
    </div>
  )
}
