import type { Editor } from "@tiptap/core"
import { isSafeHref } from "../../../../../../server/src/contract/docs/safe-href.ts"
import type { PanelKind } from "../blocks.ts"
import { useEditorState } from "../use-editor.ts"
import { TableTools } from "./table-tools.tsx"
import { ToolButton, ToolGroup, Tools } from "./tools.tsx"

interface Props {
  editor: Editor
  onOpen(panel: PanelKind): void
}

/** The toolbars for the table, link or picture at the cursor. */
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
      {within.picture && <ImageTools editor={editor} onOpen={onOpen} />}
    </>
  )
}

export function ImageTools({ editor, onOpen }: Props) {
  return (
    <Tools label="Image">
      <ToolGroup>
        <ToolButton name="Edit alt text" onPress={() => onOpen("describe")} />
        <ToolButton name="Remove image" onPress={() => editor.chain().focus().deleteSelection().run()} />
      </ToolGroup>
    </Tools>
  )
}

export function LinkTools({ editor, href, onOpen }: Props & { href: string }) {
  return (
    <Tools label="Link">
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
