import type { Editor } from "@tiptap/core"
import { ToolButton, ToolGroup, Tools } from "./tools.tsx"

type OnTable = "addRowBefore" | "addRowAfter" | "addColumnBefore" | "addColumnAfter"
type OffTable = "deleteRow" | "deleteColumn" | "toggleHeaderRow" | "toggleHeaderColumn" | "deleteTable"

/** The commands on the row and on the column of the cursor: to insert, to mark as a header, to delete. */
export const tableCommands = {
  row: [
    { name: "Row above", command: "addRowBefore" },
    { name: "Row below", command: "addRowAfter" },
    { name: "Header row", command: "toggleHeaderRow" },
    { name: "Delete row", command: "deleteRow" },
  ],
  column: [
    { name: "Column left", command: "addColumnBefore" },
    { name: "Column right", command: "addColumnAfter" },
    { name: "Header column", command: "toggleHeaderColumn" },
    { name: "Delete column", command: "deleteColumn" },
  ],
  table: [{ name: "Delete table", command: "deleteTable" }],
} as const satisfies Record<string, readonly { name: string; command: OnTable | OffTable }[]>

export const runOnTable = (editor: Editor, command: OnTable | OffTable): boolean =>
  editor.chain().focus()[command]().run()

/** All commands on the table, where there is no room for handles at its edges. */
export function TableTools({ editor }: { editor: Editor }) {
  return (
    <Tools label="Table">
      {Object.entries(tableCommands).map(([part, commands]) => (
        <ToolGroup key={part}>
          {commands.map(({ name, command }) => (
            <ToolButton key={command} name={name} onPress={() => runOnTable(editor, command)} />
          ))}
        </ToolGroup>
      ))}
    </Tools>
  )
}
