import type { Editor } from "@tiptap/core"
import { consoleKeys } from "../../../keys/shortcuts.ts"
import { type BlockCommand, blocks, history, insertions, marks, type PanelKind } from "../blocks.ts"
import { useEditorState } from "../use-editor.ts"
import { ToolButton, ToolGroup, Tools } from "./tools.tsx"

interface Props {
  editor: Editor
  /** Includes the tools that need no selection, such as insertions. */
  hasAll?: boolean
  onOpen(panel: PanelKind): void
}

export function FormatTools({ editor, hasAll, onOpen }: Props) {
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
    <Tools label="Formatting" keys={consoleKeys.docs.format[0].replace("-", "+")}>
      <ToolGroup>{marks.map(draw)}</ToolGroup>
      <ToolGroup>{blocks.map(draw)}</ToolGroup>
      {hasAll && <ToolGroup>{insertions.map(draw)}</ToolGroup>}
      {hasAll && <ToolGroup>{history.map(draw)}</ToolGroup>}
    </Tools>
  )
}
