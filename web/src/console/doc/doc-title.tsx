import { type KeyboardEvent, useEffect, useState } from "react"
import type { AnswerOf } from "../ask.ts"
import { staleDocs } from "../docs/stale-docs.ts"
import { mayAs } from "../here.ts"
import { useChange } from "../use-change.ts"
import styles from "./doc-title.module.css"

type Doc = Pick<AnswerOf<"get-doc">, "id" | "title" | "emoji">

/** What the doc is called, and its emoji; who may write changes both where they stand. */
export function DocTitle({ doc }: { doc: Doc }) {
  const rename = useChange("rename-doc", {
    makesStale: [...staleDocs, "resolve-links"],
    atOnce: ({ id, ...named }, edit) => edit("get-doc", (known) => (known.id === id ? { ...known, ...named } : known)),
  })
  const { id, title, emoji } = doc
  if (!mayAs("member")) return `${emoji ?? ""} ${title}`.trim()
  return (
    <span className={styles.line}>
      <InPlace
        label="Emoji"
        className={styles.emoji}
        value={emoji ?? ""}
        placeholder="☺"
        isOptional
        onChanged={(emoji) => rename.mutate({ id, title, emoji: emoji || null })}
      />
      <InPlace
        label="Title"
        className={styles.title}
        value={title}
        onChanged={(title) => rename.mutate({ id, title, emoji })}
      />
    </span>
  )
}

interface InPlaceProps {
  label: string
  className: string | undefined
  value: string
  placeholder?: string
  /** It may be left empty. */
  isOptional?: boolean
  onChanged(value: string): void
}

/** A text that is changed where it stands: done by Enter or by leaving it, taken back by Escape. */
function InPlace({ label, className, value, placeholder, isOptional = false, onChanged }: InPlaceProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const done = () => {
    const said = text.trim().replaceAll(/\s+/g, " ")
    const isLeft = said === "" && !isOptional
    setText(isLeft ? value : said)
    if (said !== value && !isLeft) onChanged(said)
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === "Escape") setText(value)
    if (event.key !== "Enter") return
    event.preventDefault()
    event.currentTarget.blur()
  }
  return (
    <span className={className} data-text={text || placeholder}>
      <textarea
        aria-label={label}
        rows={1}
        maxLength={200}
        dir="auto"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={done}
        onKeyDown={press}
      />
    </span>
  )
}
