import { useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useEffect } from "react"
import { Button } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import { type EditRefusal, settle } from "../../unsent/notes.ts"
import { giveTitle, startSendingTitles } from "../../unsent/send-titles.ts"
import { fileNameOf, save } from "../ui/save.ts"
import { toast } from "../ui/toast.ts"
import styles from "./unsent-docs.module.css"
import { type Unsent, useUnsent } from "./use-unsent.ts"

const loadText = () => import("../doc/collaboration/unsent-text.ts")

/** Lists docs with unsent edits in this browser. Offers to save or discard those that the service refuses. */
export function UnsentDocs() {
  const queries = useQueryClient()
  useEffect(() => startSendingTitles(() => queries.invalidateQueries({ queryKey: ["get-doc"] })), [queries])
  const docs = useUnsent()
  return <UnsentNotice docs={docs} title={`${docs.length} ${docs.length === 1 ? "doc" : "docs"} not sent yet`} />
}

/** Warns before an account's erasure that this browser has unsent edits, and offers to save them. */
export function UnsentBeforeErasing() {
  return (
    <UnsentNotice docs={useUnsent()} title="This browser holds words that were not sent yet">
      <p>Erasing the account deletes them from this browser. Save them first, or wait until they are sent.</p>
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
        <ul>
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
  "read-only": "You may only read it now.",
  "no-access": "You may not open it any more.",
  gone: "It is in the trash, or gone for good.",
  "too-old": "Load this page again to send it.",
  "no-room": "The workspace's storage is full. It is sent when there is room.",
  refused: "The service did not take it.",
  "other-title": "Somebody else has changed it meanwhile.",
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
    if (!confirm(`Take what you wrote in “${title}” out of this browser? The service does not have it.`)) return
    await (await loadText()).dropKeptDoc({ accountId, docId })
    toast({ tone: "good", title: `What you wrote in “${title}” is discarded.` })
  }
  return (
    <div className={styles.line}>
      <span>
        <a href={`/${workspace}/docs/${docId}`}>
          <bdi>{title}</bdi>
        </a>
        :{" "}
        {why
          ? whyWords[why]
          : isOpen
            ? "Another tab has not sent all of it."
            : "It is sent when the service can be reached."}
      </span>
      <Button size="sm" variant="default" onClick={saveIt}>
        Save it as a file
      </Button>
      {!isOpen && (
        <Button size="sm" variant="subtle" onClick={discard}>
          Discard it
        </Button>
      )}
    </div>
  )
}

function Title({ note }: { note: NonNullable<Unsent["title"]> }) {
  const { title, named, why } = note
  const give = () => giveTitle(note).catch((error: Error) => toast({ tone: "bad", title: error.message }))
  return (
    <div className={styles.line}>
      <span>
        <bdi>{title}</bdi>, which you called “<bdi>{named.title}</bdi>”:{" "}
        {why ? whyWords[why] : "The title is sent when the service can be reached."}
      </span>
      {why === "other-title" && (
        <Button size="sm" variant="default" onClick={give}>
          Call it that
        </Button>
      )}
      {why && (
        <Button size="sm" variant="subtle" onClick={() => settle([note])}>
          Discard the title
        </Button>
      )}
    </div>
  )
}
