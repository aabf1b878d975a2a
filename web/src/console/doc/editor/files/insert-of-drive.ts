import type { CommandProps, Editor, JSONContent } from "@tiptap/core"
import { NodeSelection, Selection } from "@tiptap/pm/state"
import { pictureTypes } from "../../../ui/files/picture-types.ts"

interface OfDrive {
  id: string
  name: string
  isPicture: boolean
  /** The alternative text. */
  alt?: string
}

/** The MIME types that a doc shows as pictures, as of an `<input>`. */
export const docPictureTypes = `${pictureTypes},image/avif`

/** Whether files of this type are inserted as pictures. */
export const isPictureType = (contentType: string) => docPictureTypes.split(",").includes(contentType)

/** Inserts a picture or a file as a block; a cursor at this position moves behind it. */
export function insertOfDrive(editor: Editor, at: number, { id, name, isPicture, alt = "" }: OfDrive): void {
  const block: JSONContent = isPicture
    ? { type: "driveImage", attrs: { file: id, alt } }
    : { type: "driveFile", attrs: { file: id, name } }
  const isWrittenHere = editor.state.selection.to === at
  editor
    .chain()
    .insertContentAt(at, block, { updateSelection: false })
    .command(({ tr, state }) => {
      lineBelow({ tr, state })
      let end = at
      tr.doc.nodesBetween(Math.max(0, at - 1), Math.min(tr.doc.content.size, at + 3), (node, pos) => {
        if (node.attrs.file === id) end = pos + node.nodeSize
      })
      // Typing would replace a selected block.
      const behind = Selection.findFrom(tr.doc.resolve(end), 1, true)
      if (behind && (isWrittenHere || tr.selection instanceof NodeSelection)) tr.setSelection(behind)
      return true
    })
    .run()
}

/** Adds a paragraph after a block that ends the text, so that writing can continue there. */
export function lineBelow({ tr, state: { schema } }: Pick<CommandProps, "tr" | "state">): boolean {
  const { lastChild, content } = tr.doc
  const isLast = ["driveImage", "driveFile", "table"].includes(lastChild?.type.name ?? "")
  if (isLast) tr.insert(content.size, schema.node("paragraph"))
  return true
}
