import type { Editor } from "@tiptap/core"
import { type ComponentProps, type KeyboardEvent, use, useEffect, useRef, useState, useSyncExternalStore } from "react"
import { createPortal } from "react-dom"
import text from "../../../kit/text/doc-text.module.css"
import { loadStyle } from "../../ui/late-style.ts"
import { useAddress } from "../../ui/use-address.ts"
import type { OpenDoc } from "../collaboration/open-doc.ts"
import { DriveFile, DrivePicture, isLinkedKind, Mention, ObjectLink } from "../drawn/drawn-parts.tsx"
import type { PanelKind } from "./blocks.ts"
import { type DrawnNode, type DrawnNodes, openDrawnNodes } from "./drawn-nodes.ts"
import address from "./editor.css?url"
import { editorExtensions } from "./extensions.ts"
import { takeFiles } from "./files/take-files.ts"
import type { SuggestKeys } from "./suggest/suggest.ts"
import { SuggestMenu } from "./suggest/suggest-menu.tsx"
import { ContextTools } from "./tools/context-tools.tsx"
import { FormatTools } from "./tools/format-tools.tsx"
import { InsertButton } from "./tools/insert-button.tsx"
import { EditorPanel } from "./tools/panels.tsx"
import { SelectionMenu } from "./tools/selection-menu.tsx"
import { TableHandles } from "./tools/table-handles.tsx"
import { useDock } from "./tools/use-dock.ts"
import { menuKeysOf, useAttention, useMenuWish } from "./tools/use-menu-wish.ts"
import { useEditor } from "./use-editor.ts"

interface Props {
  open: OpenDoc
  title: string
  mayWrite: boolean
  onEditor(editor: Editor | undefined): void
}

const styleIsHere = loadStyle(address)

/** The pixels that the bars cover: the editor scrolls the cursor out of them. */
const covered = { top: 80, bottom: 48, left: 0, right: 0 }

/** The editor of an open doc; read-only without permission to write. */
export function EditorPane(props: Props) {
  use(styleIsHere)
  const [panel, setPanel] = useState<PanelKind>()
  const [sending, setSending] = useState<string>()
  const { go } = useAddress()
  const menus = useMenuWish()
  const { element, editor, nodes, suggestKeys } = useDocEditor(props, {
    onLink: () => setPanel("link"),
    onProgress: setSending,
    menus,
  })
  const written = useWritten(editor, props)
  const wish = { ...useAttention(element), ...menus }
  const pane = useRef<HTMLDivElement>(null)
  const keyboardTop = useDock(pane)
  const backToText = () => {
    menus.close()
    editor?.commands.focus()
  }
  const close = () => {
    setPanel(undefined)
    go({ q: undefined })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the toolbars in it.
    <div ref={pane} className="doc-pane" onKeyDown={(event) => leaveTools(event, backToText)}>
      <div ref={element} className="doc-surface">
        {written && <SuggestMenu editor={written} keys={suggestKeys} onOpen={setPanel} />}
        {written && keyboardTop === undefined && <Menus editor={written} wish={wish} onOpen={setPanel} />}
      </div>
      {written && keyboardTop !== undefined && <Docked editor={written} top={keyboardTop} onOpen={setPanel} />}
      {sending && <Sending words={sending} />}
      <DrawnPortals nodes={nodes} />
      {editor && panel && <EditorPanel panel={panel} editor={editor} onClose={close} />}
    </div>
  )
}

function Menus({ editor, wish, onOpen }: ComponentProps<typeof SelectionMenu>) {
  if (!wish.hasFocus) return null
  return (
    <>
      <SelectionMenu editor={editor} wish={wish} onOpen={onOpen} />
      <InsertButton editor={editor} />
      <TableHandles editor={editor} />
    </>
  )
}

function Docked({ editor, top, onOpen }: ComponentProps<typeof ContextTools> & { top: number }) {
  return (
    <div className="doc-bar" style={{ top }}>
      <FormatTools editor={editor} hasAll onOpen={onOpen} />
      <ContextTools editor={editor} onOpen={onOpen} />
    </div>
  )
}

function Sending({ words }: { words: string }) {
  return (
    <p role="status" className="doc-sending">
      {words}
    </p>
  )
}

/** Escape leads from a toolbar to the text. */
function leaveTools({ key, target }: KeyboardEvent, backToText: () => void): void {
  if (key === "Escape" && target instanceof Element && target.closest("[role=toolbar]")) backToText()
}

function useWritten(editor: Editor | undefined, { mayWrite, onEditor }: Props): Editor | undefined {
  const written = mayWrite ? editor : undefined
  useEffect(() => {
    onEditor(written)
    return () => onEditor(undefined)
  }, [written, onEditor])
  return written
}

interface Listeners {
  onLink(): void
  onProgress(words: string | undefined): void
  menus: ReturnType<typeof useMenuWish>
}

function useDocEditor({ open, title, mayWrite }: Props, { onLink, onProgress, menus }: Listeners) {
  const [nodes] = useState(openDrawnNodes)
  const [suggestKeys] = useState<SuggestKeys>(() => ({ press: undefined }))
  const label = `Text of “${title}”`
  const made = useRef<ReturnType<typeof useEditor>["editor"]>(undefined)
  const { element, editor } = useEditor(() => ({
    editable: mayWrite,
    extensions: editorExtensions({ open, nodes, suggestKeys, menuKeys: menuKeysOf(element, { onLink, menus }) }),
    onSelectionUpdate: menus.onSelection,
    editorProps: {
      ...{ scrollThreshold: covered, scrollMargin: covered },
      ...takeFiles({ editor: () => made.current, onProgress }),
      attributes: { class: `${text.text} doc-writing`, dir: "auto", "aria-label": label },
    },
  }))
  made.current = editor
  useEditable(editor, { mayWrite, label })
  return { element, editor, nodes, suggestKeys }
}

/** Renders the editor's pictures, files, mentions and links, the same as the read-only page does. */
function DrawnPortals({ nodes }: { nodes: DrawnNodes }) {
  const all = useSyncExternalStore(nodes.subscribe, nodes.all)
  return all.map((node) => createPortal(<Drawn node={node} />, node.element, node.key))
}

function Drawn({ node: { type, attrs } }: { node: DrawnNode }) {
  const { file = "", alt = "", name = "", account = "", label = "", kind, ref = "" } = attrs
  if (type === "driveImage") return <DrivePicture file={file} alt={alt} />
  if (type === "driveFile") return <DriveFile file={file} name={name} />
  if (type === "mention") return <Mention account={account} label={label} />
  return isLinkedKind(kind) ? <ObjectLink kind={kind} of={ref} label={label} /> : label
}

/** Switches the editor between editable and read-only, including its role for screen readers. */
function useEditable(editor: Editor | undefined, { mayWrite, label }: { mayWrite: boolean; label: string }): void {
  useEffect(() => {
    if (!editor) return
    if (editor.isEditable !== mayWrite) editor.setEditable(mayWrite, false)
    const { dom } = editor.view
    dom.setAttribute("role", mayWrite ? "textbox" : "article")
    dom.setAttribute("aria-label", label)
    if (mayWrite) dom.setAttribute("aria-multiline", "true")
    else dom.removeAttribute("aria-multiline")
  }, [editor, mayWrite, label])
}
