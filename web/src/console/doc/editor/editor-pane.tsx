import { useRef, useState } from "react"
import text from "../../../kit/doc-text.module.css"
import { useAddress } from "../../ui/use-address.ts"
import type { OpenDoc } from "../collaboration/open-doc.ts"
import type { PanelKind } from "./blocks.ts"
import { ContextTools } from "./context-tools.tsx"
import { openDrawnNodes } from "./drawn-nodes.ts"
import { DrawnPortals } from "./drawn-portals.tsx"
import styles from "./editor.module.css"
import { editorExtensions } from "./extensions.ts"
import { takeFiles } from "./files/take-files.ts"
import { EditorPanel } from "./panels.tsx"
import type { SuggestKeys } from "./suggest.ts"
import { SuggestMenu } from "./suggest-menu.tsx"
import { Toolbar } from "./toolbar.tsx"
import { useDock } from "./use-dock.ts"
import { useEditable } from "./use-editable.ts"
import { useEditor } from "./use-editor.ts"

interface Props {
  open: OpenDoc
  title: string
  mayWrite: boolean
}

/** The pixels that the bars cover: the editor scrolls the cursor out of them. */
const covered = { top: 128, bottom: 48, left: 0, right: 0 }

/** The editor of an open doc; read-only without permission to write. */
export function EditorPane(props: Props) {
  const { mayWrite } = props
  const [panel, setPanel] = useState<PanelKind>()
  const [sending, setSending] = useState<string>()
  const { go } = useAddress()
  const { element, editor, nodes, suggestKeys } = useDocEditor(props, {
    onLink: () => setPanel("link"),
    onProgress: setSending,
  })
  const pane = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  useDock(pane, bar)
  const close = () => {
    setPanel(undefined)
    go({ q: undefined })
  }
  return (
    <div ref={pane} className={styles.pane}>
      {editor && mayWrite && (
        <div ref={bar} className={styles.bar}>
          <Toolbar editor={editor} onOpen={setPanel} />
          <ContextTools editor={editor} onOpen={setPanel} />
          {sending && <p role="status">{sending}</p>}
        </div>
      )}
      <div ref={element} className={styles.surface}>
        {editor && mayWrite && <SuggestMenu editor={editor} keys={suggestKeys} onOpen={setPanel} />}
      </div>
      <DrawnPortals nodes={nodes} />
      {editor && panel && <EditorPanel panel={panel} editor={editor} onClose={close} />}
    </div>
  )
}

interface Listeners {
  /** The key of links was pressed. */
  onLink(): void
  onProgress(words: string | undefined): void
}

function useDocEditor({ open, title, mayWrite }: Props, { onLink, onProgress }: Listeners) {
  const [nodes] = useState(openDrawnNodes)
  const [suggestKeys] = useState<SuggestKeys>(() => ({ press: undefined }))
  const label = `Text of “${title}”`
  const made = useRef<ReturnType<typeof useEditor>["editor"]>(undefined)
  const { element, editor } = useEditor(() => ({
    editable: mayWrite,
    extensions: editorExtensions({ open, nodes, suggestKeys, onLink }),
    editorProps: {
      ...{ scrollThreshold: covered, scrollMargin: covered },
      ...takeFiles({ editor: () => made.current, onProgress }),
      attributes: { class: `${text.text} ${styles.writing}`, dir: "auto", "aria-label": label },
    },
  }))
  made.current = editor
  useEditable(editor, { mayWrite, label })
  return { element, editor, nodes, suggestKeys }
}
