import type { Editor } from "@tiptap/core"
import { addColumn, addRow, isInTable, selectedRect, type TableRect } from "@tiptap/pm/tables"
import type { CSSProperties, ReactNode } from "react"
import { Menu, type MenuItem } from "../../../ui/panels/menu.tsx"
import { useEditorState } from "../use-editor.ts"
import { Glyph } from "./glyph.tsx"
import { runOnTable, tableCommands } from "./table-tools.tsx"
import { ToolButton, Tools } from "./tools.tsx"
import { surfaceOf, useMeasured } from "./use-measured.ts"

/** The handles at the edges of the table at the cursor: menus of its row and column, and buttons that add one. */
export function TableHandles({ editor }: { editor: Editor }) {
  const places = useMeasured(editor, placesOf)
  const isHeader = useEditorState(editor, headersOf)
  if (!places || !isHeader) return null
  const { left, top, right, bottom, row, column } = places
  const menuOf = (part: "row" | "column"): MenuItem[][] => {
    const items = tableCommands[part].map(({ name, command }) => ({
      name,
      ...(name.startsWith("Header") && { isChecked: isHeader[part] }),
      onPress: () => runOnTable(editor, command),
    }))
    const [table] = tableCommands.table
    return [items, [{ name: table.name, onPress: () => runOnTable(editor, table.command) }]]
  }
  return (
    <Tools label="Table" className="">
      <EdgeHandle left={left - 4} top={row}>
        <Menu label="Row" groups={menuOf("row")} side="start" className={undefined}>
          <Glyph of={dots} />
        </Menu>
      </EdgeHandle>
      <EdgeHandle left={column} top={top}>
        <Menu
          label="Column"
          groups={menuOf("column")}
          side={column > right / 2 ? "end" : "start"}
          className={undefined}
        >
          <Glyph of={dotsAcross} />
        </Menu>
      </EdgeHandle>
      <EdgeHandle left={(left + right) / 2} top={bottom}>
        <ToolButton name="Add row" icon={plus} onPress={() => addLast(editor, "row")} />
      </EdgeHandle>
      <EdgeHandle left={right} top={(top + bottom) / 2}>
        <ToolButton name="Add column" icon={plus} onPress={() => addLast(editor, "column")} />
      </EdgeHandle>
    </Tools>
  )
}

export const plus = "M8 3.5v9M3.5 8h9"
const dots = "M8 3.5h.01M8 8h.01M8 12.5h.01"
const dotsAcross = "M3.5 8h.01M8 8h.01M12.5 8h.01"

/** A control whose centre is at this place of the surface. */
export function EdgeHandle({ children, ...place }: Pick<CSSProperties, "left" | "top"> & { children: ReactNode }) {
  return (
    <span className="doc-handle" style={place}>
      {children}
    </span>
  )
}

function addLast(editor: Editor, part: "row" | "column"): void {
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      const rect = selectedRect(state)
      if (part === "row") addRow(tr, rect, rect.map.height)
      else addColumn(tr, rect, rect.map.width)
      return true
    })
    .run()
}

function headersOf({ state }: Editor): Record<"row" | "column", boolean> | undefined {
  if (!isInTable(state)) return undefined
  const rect = selectedRect(state)
  const { width, height } = rect.map
  return { row: areHeaders(rect, { right: width, bottom: 1 }), column: areHeaders(rect, { right: 1, bottom: height }) }
}

const areHeaders = ({ map, table }: TableRect, to: { right: number; bottom: number }) =>
  map.cellsInRect({ left: 0, top: 0, ...to }).every((at) => table.nodeAt(at)?.type.name === "tableHeader")

/** The edges of the table's visible part, and the middle of the cursor's row and column. */
function placesOf(editor: Editor) {
  const { state, view } = editor
  if (!isInTable(state)) return undefined
  const { node } = view.domAtPos(state.selection.from)
  const cell = (node instanceof Element ? node : node.parentElement)?.closest("td, th")
  const box = cell?.closest(".tableWrapper")?.getBoundingClientRect()
  if (!cell || !box) return undefined
  const around = surfaceOf(editor)
  const [left, right] = [box.left - around.left, box.right - around.left]
  const at = cell.getBoundingClientRect()
  const middle = at.left + at.width / 2 - around.left
  return {
    ...{ left, right, top: box.top - around.top, bottom: box.bottom - around.top },
    row: at.top + at.height / 2 - around.top,
    column: Math.max(left, Math.min(right, middle)),
  }
}
