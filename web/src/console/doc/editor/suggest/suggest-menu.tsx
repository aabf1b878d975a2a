import type { Editor } from "@tiptap/core"
import { type RefObject, useEffect, useId, useRef, useState } from "react"
import { isComposing } from "../../../keys/enter.ts"
import type { PanelKind } from "../blocks.ts"
import { Glyph } from "../tools/glyph.tsx"
import { useEditorState } from "../use-editor.ts"
import { askedAt, closeSuggest, type SuggestKeys, type SuggestTrigger } from "./suggest.ts"
import { type Suggestion, useSuggestions } from "./use-suggestions.ts"

interface Props {
  editor: Editor
  keys: SuggestKeys
  onOpen(panel: PanelKind): void
}

const labels: Readonly<Record<SuggestTrigger["sign"], string>> = {
  "/": "Commands",
  "@": "Members",
  "[[": "In this workspace",
}

/** The suggestions for a typed trigger, below the cursor. The focus stays in the text, which handles the keys. */
export function SuggestMenu({ editor, ...rest }: Props) {
  const asked = useEditorState(editor, ({ state }) => askedAt(state))
  return asked && <OpenMenu key={`${asked.sign} ${asked.from}`} editor={editor} asked={asked} {...rest} />
}

function OpenMenu({ editor, keys, asked, onOpen }: Props & { asked: SuggestTrigger }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const found = useSuggestions(asked, onOpen)
  const [chosen, choose] = useState(0)
  const at = Math.min(chosen, found.length - 1)
  const take = (suggestion: Suggestion) => {
    editor.chain().focus().deleteRange({ from: asked.from, to: asked.to }).run()
    suggestion.take(editor)
  }
  usePress(keys, (event) => {
    const does = isComposing(event) ? undefined : pressed(event.key)
    const suggestion = found[at]
    if (does === "close") return editor.commands.command(({ tr }) => Boolean(closeSuggest(tr)))
    if (does === undefined || !suggestion) return false
    if (does === "take") take(suggestion)
    else choose((at + does + found.length) % found.length)
    return true
  })
  useDescribed(editor, { id, at, count: found.length })
  useInView(list, at)
  return (
    <div className="doc-menu" style={placeOf(editor, asked.from)}>
      <div ref={list} id={id} role="listbox" aria-label={labels[asked.sign]}>
        {found.map((suggestion, place) => (
          <Option
            key={suggestion.id}
            id={`${id}-${place}`}
            suggestion={suggestion}
            isChosen={place === at}
            onPoint={() => choose(place)}
            onTake={() => take(suggestion)}
          />
        ))}
      </div>
      {found.length === 0 && <p>No results</p>}
    </div>
  )
}

function usePress(keys: SuggestKeys, press: NonNullable<SuggestKeys["press"]>): void {
  useEffect(() => {
    keys.press = press
    return () => {
      keys.press = undefined
    }
  })
}

/** The action of a key while the list is open. */
function pressed(key: string): "close" | "take" | 1 | -1 | undefined {
  if (key === "ArrowDown") return 1
  if (key === "ArrowUp") return -1
  if (key === "Enter" || key === "Tab") return "take"
  return key === "Escape" ? "close" : undefined
}

interface OptionProps {
  id: string
  suggestion: Suggestion
  isChosen: boolean
  onPoint(): void
  onTake(): void
}

function Option({ id, suggestion: { name, note, icon }, isChosen, onPoint, onTake }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      // Keeps the focus in the text.
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={onPoint}
      onClick={onTake}
    >
      {icon && <Glyph of={icon} />}
      <bdi>{name}</bdi>
      {note && <small>{note}</small>}
    </div>
  )
}

/** Connects the text with the open list for screen readers. */
function useDescribed({ view: { dom } }: Editor, { id, at, count }: { id: string; at: number; count: number }): void {
  useEffect(() => {
    dom.setAttribute("aria-autocomplete", "list")
    dom.setAttribute("aria-controls", id)
    if (count > 0) dom.setAttribute("aria-activedescendant", `${id}-${at}`)
    return () => {
      for (const name of ["aria-autocomplete", "aria-controls", "aria-activedescendant"]) dom.removeAttribute(name)
    }
  }, [dom, id, at, count])
}

/** Scrolls to the chosen option. */
function useInView(list: RefObject<HTMLElement | null>, at: number): void {
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" })
  }, [list, at])
}

/** The list's maximum height. */
const height = 288
const width = 288

/** Below the cursor, or above it if there is no room; never outside of the pane. */
function placeOf({ view }: Editor, from: number): { insetInlineStart: number; top?: number; bottom?: number } {
  const { left, top, bottom } = view.coordsAtPos(Math.min(from, view.state.doc.content.size))
  const around = view.dom.parentElement?.getBoundingClientRect()
  if (!around) return { insetInlineStart: 0 }
  const start = Math.max(0, Math.min(left - around.left, around.width - width))
  const isAbove = bottom + height > innerHeight && top > height
  if (isAbove) return { insetInlineStart: start, bottom: around.bottom - top + 4 }
  return { insetInlineStart: start, top: bottom - around.top + 4 }
}
