import { type ReactNode, useEffect, useState } from "react"
import { keepBusy } from "../../../kit/loading/busy.ts"
import "./search-field.css"

interface Props {
  label: string
  value: string
  onSearch(words: string): void
  children?: ReactNode
}

const restMs = 200

/** Searches a list as the person types. The key / focuses the field. */
export function SearchField({ label, value, onSearch, children }: Props) {
  const [words, setWords] = useState(value)
  useEffect(() => {
    if (words === value) return
    const end = keepBusy("reads")
    const timer = setTimeout(() => {
      onSearch(words)
      end()
    }, restMs)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [words, value, onSearch])
  return (
    <div className="wrap middle gap-2 search-field">
      <input
        className="framed"
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
