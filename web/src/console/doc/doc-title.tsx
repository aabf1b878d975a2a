import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from "react"
import { newUuid } from "../../api/uuid.ts"
import { noteTitle, noteWhy, settle, titlesOf, whenNotesChange } from "../../unsent/notes.ts"
import { titleRefusal } from "../../unsent/send-titles.ts"
import { stale, useChange } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { here, mayAs, ourWorkspace } from "../console-data.ts"
import { isComposing } from "../keys/enter.ts"
import { useAddress } from "../ui/use-address.ts"
import styles from "./doc-title.module.css"

type Doc = Pick<AnswerOf<"get-doc">, "id" | "title" | "emoji">

/** The doc's title and emoji; members edit both in place. */
export function DocTitle({ doc, onEnter }: { doc: Doc; onEnter(): void }) {
  const { title, emoji } = useNamed(doc)
  const rename = useRename(doc)
  const { search, go } = useAddress()
  useEffect(() => {
    if (search.new) go({ new: undefined })
  }, [search.new, go])
  if (!mayAs("member")) return `${doc.emoji ?? ""} ${doc.title}`.trim()
  return (
    <span className={`flex gap-2 ${styles.line}`}>
      <InPlace
        label="Emoji"
        className={styles.emoji}
        value={emoji ?? ""}
        placeholder="☺"
        isOptional
        onChanged={(emoji) => rename({ title, emoji: emoji || null })}
      />
      <InPlace
        label="Title"
        className={styles.title}
        value={title}
        isNew={search.new === "1"}
        onChanged={(title) => rename({ title, emoji })}
        onEnter={onEnter}
      />
    </span>
  )
}

type Named = Pick<Doc, "title" | "emoji">

/** The title as last typed here while it waits to be sent; otherwise the stored one. */
function useNamed(doc: Doc): Named {
  const text = useSyncExternalStore(whenNotesChange, () => {
    const note = noteOf(doc.id)
    return note && note.why === undefined ? JSON.stringify(note.named) : undefined
  })
  return text === undefined ? doc : JSON.parse(text)
}

const noteOf = (id: string) => titlesOf(here().accountId).find(({ docId }) => docId === id)

/** Renames the doc. A title that cannot be sent stays in this browser; the next open page sends it. */
function useRename({ id, title: before }: Doc): (named: Named) => void {
  const change = useChange("rename-doc", {
    makesStale: [...stale.docs, "resolve-links"],
    atOnce: ({ id, ...named }, edit) => edit("get-doc", (known) => (known.id === id ? { ...known, ...named } : known)),
    onDone: (_, sent) => {
      const note = noteOf(id)
      if (note?.named.title === sent.title && note.named.emoji === sent.emoji) settle([note])
    },
  })
  const onError = (error: Error) => {
    const [note, why] = [noteOf(id), titleRefusal(error)]
    if (note && why) noteWhy(note, why)
  }
  return (named) => {
    const about = { workspace: ourWorkspace().slug, title: noteOf(id)?.title ?? before }
    noteTitle({ accountId: here().accountId, docId: id }, { ...about, named, attempt: newUuid() })
    if (navigator.onLine) change.mutate({ id, ...named }, { onError })
  }
}

interface InPlaceProps {
  label: string
  className: string | undefined
  value: string
  placeholder?: string
  /** The value may be empty. */
  isOptional?: boolean
  /** It is selected at first, to be overwritten. */
  isNew?: boolean
  onChanged(value: string): void
  /** Moves the focus on after Enter. */
  onEnter?(): void
}

/** The text of a field. A colleague's text waits until the person has left it: words and compositions would be lost. */
function useTyped({ value, isOptional, onChanged }: Pick<InPlaceProps, "value" | "isOptional" | "onChanged">) {
  const [text, setText] = useState(value)
  const isTyped = useRef(false)
  const show = (shown: string, typed: boolean) => {
    isTyped.current = typed
    setText(shown)
  }
  useEffect(() => {
    if (!isTyped.current) setText(value)
  }, [value])
  return {
    text,
    type: (typed: string) => show(typed, true),
    revert: () => show(value, false),
    leave() {
      const said = text.trim().replaceAll(/\s+/g, " ")
      const isLeft = said === "" && !isOptional
      show(isLeft ? value : said, false)
      if (said !== value && !isLeft) onChanged(said)
    },
  }
}

/** Edits a text in place: Enter or blur saves, Escape reverts. */
function InPlace({ label, className, placeholder, isNew, onEnter, ...saved }: InPlaceProps) {
  const { text, type, revert, leave } = useTyped(saved)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isNew) field.current?.select()
  }, [isNew])
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === "Escape") revert()
    if (event.key !== "Enter") return
    event.preventDefault()
    event.currentTarget.blur()
    onEnter?.()
  }
  return (
    <span className={className} data-text={text || placeholder}>
      <textarea
        ref={field}
        aria-label={label}
        rows={1}
        maxLength={200}
        dir="auto"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={leave}
        onKeyDown={press}
      />
    </span>
  )
}
