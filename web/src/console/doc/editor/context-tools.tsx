import type { Editor } from "@tiptap/core"
import { isSafeHref } from "../../../../../server/src/contract/docs/safe-href.ts"
import type { PanelKind } from "./blocks.ts"
import { ToolButton, ToolGroup, Tools } from "./tools.tsx"
import { useEditorState } from "./use-editor.ts"

interface Props {
  editor: Editor
  onOpen(panel: PanelKind): void
}

/** The tools for the table, link or picture at the cursor. */
export function ContextTools({ editor, onOpen }: Props) {
  const within = useEditorState(editor, (editor) => ({
    table: editor.isActive("table"),
    link: editor.isActive("link") ? String(editor.getAttributes("link").href) : null,
    picture: editor.isActive("driveImage"),
  }))
  return (
    <>
      {within.table && <TableTools editor={editor} />}
      {within.link !== null && <LinkTools editor={editor} href={within.link} onOpen={onOpen} />}
      {within.picture && (
        <Tools label="Image" onEscape={() => editor.commands.focus()}>
          <ToolGroup>
            <ToolButton name="Edit alt text" onPress={() => onOpen("describe")} />
            <ToolButton name="Remove image" onPress={() => editor.chain().focus().deleteSelection().run()} />
          </ToolGroup>
        </Tools>
      )}
    </>
  )
}

type OnTable = "addRowBefore" | "addRowAfter" | "addColumnBefore" | "addColumnAfter"
type OffTable = "deleteRow" | "deleteColumn" | "toggleHeaderRow" | "toggleHeaderColumn" | "deleteTable"

const tableTools: readonly (readonly [name: string, command: OnTable | OffTable])[][] = [
  [
    ["Row above", "addRowBefore"],
    ["Row below", "addRowAfter"],
    ["Column left", "addColumnBefore"],
    ["Column right", "addColumnAfter"],
  ],
  [
    ["Delete row", "deleteRow"],
    ["Delete column", "deleteColumn"],
  ],
  [
    ["Header row", "toggleHeaderRow"],
    ["Header column", "toggleHeaderColumn"],
    ["Delete table", "deleteTable"],
  ],
]

function TableTools({ editor }: { editor: Editor }) {
  return (
    <Tools label="Table" onEscape={() => editor.commands.focus()}>
      {tableTools.map((group) => (
        <ToolGroup key={group[0]?.[0]}>
          {group.map(([name, command]) => (
            <ToolButton key={command} name={name} onPress={() => editor.chain().focus()[command]().run()} />
          ))}
        </ToolGroup>
      ))}
    </Tools>
  )
}

function LinkTools({ editor, href, onOpen }: Props & { href: string }) {
  return (
    <Tools label="Link" onEscape={() => editor.commands.focus()}>
      <ToolGroup>
        {isSafeHref(href) && <ToolButton name={`Open ${shortened(href)}`} onPress={() => openElsewhere(href)} />}
        <ToolButton name="Edit link" onPress={() => onOpen("link")} />
        <ToolButton
          name="Remove link"
          onPress={() => editor.chain().focus().extendMarkRange("link").unsetMark("link").run()}
        />
      </ToolGroup>
    </Tools>
  )
}

const openElsewhere = (href: string) => window.open(href, "_blank", "noopener,noreferrer")

/** The URL without its scheme, shortened. */
function shortened(href: string): string {
  const plain = href.replace(/^(https?:\/\/(www\.)?|mailto:)/i, "")
  return plain.length > 40 ? `${plain.slice(0, 39)}…` : plain
}
