import * as Y from "yjs"
import { textField } from "#contract/docs/doc-format.ts"

/** Makes an empty doc whose text has its Yjs type from the start. */
export function newDoc(): Y.Doc {
  const doc = new Y.Doc()
  doc.get(textField, Y.XmlText)
  return doc
}
