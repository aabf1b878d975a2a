import type { Editor } from "@tiptap/core"
import { NodeSelection } from "@tiptap/pm/state"
import { useEffect, useRef } from "react"
import type { PanelKind } from "../blocks.ts"
import { useEditorState } from "../use-editor.ts"
import { ImageTools, LinkTools } from "./context-tools.tsx"
import { FormatTools } from "./format-tools.tsx"
import { type Spot, surfaceOf, useMeasured } from "./use-measured.ts"
import type { MenuWish } from "./use-menu-wish.ts"

interface Props {
  editor: Editor
  wish: MenuWish
  onOpen(panel: PanelKind): void
}

/** Floats at the selection, or at the cursor after Alt+F10. It covers text, but never moves it. */
export function SelectionMenu({ editor, wish, ...rest }: Props) {
  const parts = useEditorState(editor, partsOf)
  const hasFormat = parts.hasText || wish.asked > 0
  const isShown = !wish.isPointing && !wish.isClosed && (hasFormat || parts.link !== null || parts.isPicture)
  return isShown && <Shown editor={editor} asked={wish.asked} parts={parts} hasFormat={hasFormat} {...rest} />
}

function partsOf(editor: Editor) {
  const { selection } = editor.state
  return {
    hasText: !selection.empty && !(selection instanceof NodeSelection),
    link: editor.isActive("link") ? String(editor.getAttributes("link").href) : null,
    isPicture: editor.isActive("driveImage"),
  }
}

interface ShownProps extends Pick<Props, "editor" | "onOpen"> {
  asked: number
  parts: ReturnType<typeof partsOf>
  hasFormat: boolean
}

function Shown({ editor, asked, parts: { link, isPicture }, hasFormat, onOpen }: ShownProps) {
  const box = useRef<HTMLDivElement>(null)
  const place = useMeasured(editor, placeOf)
  const isPlaced = place !== undefined
  useEffect(() => {
    if (asked > 0 && isPlaced) box.current?.querySelector<HTMLElement>("[role=toolbar] button")?.focus()
  }, [asked, isPlaced])
  if (!place) return null
  const { left, top, isBelow } = place
  return (
    <div
      ref={box}
      className="doc-floating"
      style={{ left: `max(0px, min(${left}px, 100% - 28rem))`, top, translate: isBelow ? "" : "0 -100%" }}
    >
      {hasFormat && <FormatTools editor={editor} onOpen={onOpen} />}
      {link !== null && <LinkTools editor={editor} href={link} onOpen={onOpen} />}
      {isPicture && <ImageTools editor={editor} onOpen={onOpen} />}
    </div>
  )
}

const gap = 6
/** The pixels at the top of the window for the console's bar and the menu, and at the bottom for the menu. */
const leastAbove = 150
const leastBelow = 60

/** Above the selection; below it if there is no room, or if nothing is selected. */
function placeOf(editor: Editor): Spot & { isBelow: boolean } {
  const { from, to, empty } = editor.state.selection
  const around = surfaceOf(editor)
  const start = editor.view.coordsAtPos(from, 1)
  const isBelow = empty || start.top < leastAbove
  const left = start.left - around.left - 2 * gap
  if (!isBelow) return { isBelow, left, top: start.top - around.top - gap }
  const end = editor.view.coordsAtPos(to, -1)
  return { isBelow, left, top: Math.min(end.bottom, innerHeight - leastBelow) - around.top + gap }
}
