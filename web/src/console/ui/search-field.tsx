import { type ReactNode, useEffect, useRef, useState } from "react"
import styles from "./search-field.module.css"

interface Props {
  label: string
  value: string
  onSearch(words: string): void
  /** Further filters beside the field. */
  children?: ReactNode
}

/** The debounce time of the search. */
const restMs = 200

/** Searches a list as the person types. The key / focuses the field. */
export function SearchField({ label, value, onSearch, children }: Props) {
  const [words, setWords] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (words === value) return
    const timer = setTimeout(onSearch, restMs, words)
    return () => clearTimeout(timer)
  }, [words, value, onSearch])
  useEffect(() => {
    const find = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element).closest("input, textarea, select, dialog")
      if (event.key !== "/" || isTyping) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener("keydown", find)
    return () => removeEventListener("keydown", find)
  }, [])
  return (
    <div className={styles.line}>
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      {children}
    </div>
  )
}
