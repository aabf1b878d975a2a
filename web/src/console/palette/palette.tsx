import { type KeyboardEvent, use, useRef, useState } from "react"
import { isComposing } from "../keys/enter.ts"
import { loadStyle } from "../ui/late-style.ts"
import { useModal } from "../ui/panels/use-modal.ts"
import { Marked } from "../ui/values/marked.tsx"
import address from "./palette.css?url"
import { type SearchResult, useFound } from "./use-found.ts"
import { useGo } from "./use-go.ts"

const styleIsHere = loadStyle(address)

interface Props {
  onClose(): void
  onKeys(): void
}

/** The command palette: finds pages, actions, and things of the workspace. */
export function Palette({ onClose, onKeys }: Props) {
  use(styleIsHere)
  const [query, setQuery] = useState("")
  const dialog = useRef<HTMLDialogElement>(null)
  const { found, at, point, go, press } = useChoice(query, { onClose, onKeys })
  useModal(dialog)
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Search or jump to"
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <input
        className="query"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-found"
        aria-activedescendant={`found-${at}`}
        aria-label="Search or jump to"
        placeholder="Type a command or search"
        maxLength={100}
        value={query}
        onChange={({ currentTarget }) => {
          setQuery(currentTarget.value)
          point(0)
        }}
        onKeyDown={press}
      />
      <FoundList found={found} at={at} onPoint={point} onGo={go} />
    </dialog>
  )
}

/** The results of a query, the selected one, and the key handling. */
function useChoice(query: string, { onClose, onKeys }: Props) {
  const [at, point] = useState(0)
  const start = useGo()
  const found = useFound(query)
  const go = (place: number) => {
    const entry = found[place]
    if (!entry) return
    onClose()
    if (entry.showsKeys) onKeys()
    else start(entry)
  }
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      point((found.length + at + step) % Math.max(found.length, 1))
    }
    if (event.key === "Enter") {
      event.preventDefault() // Otherwise the key also presses the button that gets the focus back.
      go(at)
    }
  }
  return { found, at, point, go, press }
}

interface ListProps {
  found: readonly SearchResult[]
  at: number
  onPoint(at: number): void
  onGo(at: number): void
}

/** The results. The text field handles their keys. */
function FoundList({ found, at, onPoint, onGo }: ListProps) {
  return (
    <div id="palette-found" role="listbox" aria-label="Results" className="found">
      {found.map(({ kind, title, id, snippet }, place) => (
        <div
          key={id}
          id={`found-${place}`}
          role="option"
          aria-selected={place === at}
          tabIndex={-1}
          onClick={() => onGo(place)}
          onPointerMove={() => onPoint(place)}
        >
          <div>
            <bdi>{title}</bdi>
            {snippet && <Marked {...snippet} />}
          </div>
          <span>{kind}</span>
        </div>
      ))}
      {found.length === 0 && <p>No results</p>}
    </div>
  )
}
