import * as Y from "yjs"
import { textField } from "#contract/docs/doc-format.ts"

/** Makes a doc with nothing in it, whose text has its kind from the start. */
export function newDoc(): Y.Doc {
  const doc = new Y.Doc()
  doc.get(textField, Y.XmlText)
  return doc
}
