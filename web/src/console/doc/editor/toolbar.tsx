import type { Editor } from "@tiptap/core"
import { type BlockCommand, blocks, insertions, marks, type PanelKind } from "./blocks.ts"
import { ToolButton, ToolGroup, Tools } from "./tools.tsx"
import { useEditorState } from "./use-editor.ts"

interface Props {
  editor: Editor
  onOpen(panel: PanelKind): void
}

const history = [
  {
    name: "Undo",
    icon: "M5.5 2.75 2.25 6l3.25 3.25M2.5 6h7a4 4 0 0 1 0 8H6",
    run: (editor: Editor) => editor.chain().focus().undo().run(),
  },
  {
    name: "Redo",
    icon: "M10.5 2.75 13.75 6l-3.25 3.25M13.5 6h-7a4 4 0 0 0 0 8H10",
    run: (editor: Editor) => editor.chain().focus().redo().run(),
  },
]

/** The formatting toolbar. Arrow keys move along it; Escape returns to the text. */
export function Toolbar({ editor, onOpen }: Props) {
  const active = useEditorState(editor, (editor) =>
    [...marks, ...blocks].flatMap(({ id, active }) => (active && editor.isActive(...active) ? [id] : [])),
  )
  const draw = (block: BlockCommand) => (
    <ToolButton
      key={block.id}
      name={block.name}
      keys={block.keys}
      icon={block.icon}
      look={block.id}
      isPressed={block.active && active.includes(block.id)}
      onPress={() => block.run(editor, onOpen)}
    />
  )
  return (
    <Tools label="Formatting" onEscape={() => editor.commands.focus()}>
      <ToolGroup>{marks.map(draw)}</ToolGroup>
      <ToolGroup>{blocks.map(draw)}</ToolGroup>
      <ToolGroup>{insertions.map(draw)}</ToolGroup>
      <ToolGroup>
        {history.map(({ name, icon, run }) => (
          <ToolButton key={name} name={name} icon={icon} onPress={() => run(editor)} />
        ))}
      </ToolGroup>
    </Tools>
  )
}
