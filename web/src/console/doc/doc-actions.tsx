import { useNavigate } from "@tanstack/react-router"
import type { Editor } from "@tiptap/core"
import { loadWhenShown } from "../../kit/loading/load-when-shown.tsx"
import { WhileLoading } from "../../kit/loading/ready.tsx"
import { type AnswerOf, ask } from "../calls.ts"
import { mayAs } from "../console-data.ts"
import { useTrashDoc } from "../docs/use-trash-doc.ts"
import shell from "../shell.module.css"
import { toast } from "../toast.ts"
import { Menu } from "../ui/panels/menu.tsx"
import { save } from "../ui/save.ts"
import { useAddress } from "../ui/use-address.ts"
import { DocLinkPanel } from "./share/share-panel.tsx"

const VersionsPanel = loadWhenShown(async () => (await import("./versions/versions-panel.tsx")).VersionsPanel)

interface Props {
  doc: Pick<AnswerOf<"get-doc">, "id" | "title">
  /** Undefined while the doc cannot be edited here. */
  editor: Editor | undefined
}

export function DocActions({ doc, editor }: Props) {
  const { search, go } = useAddress()
  const remove = useRemove(doc)
  const close = () => go({ panel: undefined, version: undefined, against: undefined })
  const history = editor && [
    { name: "Undo", onPress: () => editor.chain().focus().undo().run() },
    { name: "Redo", onPress: () => editor.chain().focus().redo().run() },
  ]
  const outside = [
    { name: "Share", onPress: () => go({ panel: "share" }) },
    { name: "Versions", onPress: () => go({ panel: "versions" }) },
    { name: "Export Markdown", onPress: () => exportDoc(doc.id) },
  ]
  const groups = [outside, history, mayAs("member") && [{ name: "Move to trash", onPress: remove }]]
  return (
    <>
      <Menu
        label="Doc menu"
        groups={groups.filter((group) => group !== undefined && group !== false)}
        className={shell.bell}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 8h.01M8 8h.01M13 8h.01" />
        </svg>
      </Menu>
      {search.panel === "share" && <DocLinkPanel doc={doc} onClose={close} />}
      {search.panel === "versions" && (
        <WhileLoading>
          <VersionsPanel doc={doc} onClose={close} />
        </WhileLoading>
      )}
    </>
  )
}

/** Saves the doc as a Markdown file. */
async function exportDoc(id: string): Promise<void> {
  try {
    const { fileName, markdown, lost } = await ask("export-doc", { id })
    save(new Blob([markdown], { type: "text/markdown;charset=utf-8" }), fileName)
    if (lost.length > 0) toast({ tone: "note", title: "Markdown cannot hold all of this doc", text: lost })
  } catch (error) {
    if (error instanceof Error) toast({ tone: "bad", title: error.message })
  }
}

function useRemove(doc: Props["doc"]): () => void {
  const trash = useTrashDoc()
  const navigate = useNavigate()
  return () => {
    trash(doc)
    navigate({ to: "/docs" })
  }
}
