import type { Editor } from "@tiptap/core"
import { Glyph } from "./glyph.tsx"
import { EdgeHandle, plus } from "./table-handles.tsx"
import { type Spot, surfaceOf, useMeasured } from "./use-measured.ts"

/** The button at an empty line. It opens the list of blocks, as a typed `/` does. */
export function InsertButton({ editor }: { editor: Editor }) {
  const place = useMeasured(editor, placeOf)
  return (
    place && (
      <EdgeHandle {...place}>
        <button
          type="button"
          aria-label="Insert block"
          title="Insert block (/)"
          aria-haspopup="listbox"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => editor.chain().focus().insertContent("/").run()}
        >
          <Glyph of={plus} />
        </button>
      </EdgeHandle>
    )
  )
}

/** The pixels beside the text that the button needs, and its distance from it. */
const room = 44
const distance = 20

/** Before the line; at its end where the text has no margin. Undefined unless the cursor is at an empty line. */
function placeOf(editor: Editor): Spot | undefined {
  const { dom, state } = editor.view
  const { $from, empty } = state.selection
  const isEmptyLine = empty && $from.depth === 1 && $from.parent.type.name === "paragraph" && !$from.parent.content.size
  if (!isEmptyLine) return undefined
  const around = surfaceOf(editor)
  const line = editor.view.coordsAtPos($from.pos)
  const edge = dom.closest("main")?.getBoundingClientRect().left ?? 0
  return {
    left: around.left - edge < room ? around.width - distance : -distance,
    top: (line.top + line.bottom) / 2 - around.top,
  }
}
