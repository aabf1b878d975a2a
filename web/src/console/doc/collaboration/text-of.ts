import { type Doc, XmlText } from "yjs"
import { textField } from "../../../../../server/src/contract/docs/doc-format.ts"

/** The shared text of a doc. */
export const textOf = (doc: Doc): XmlText => doc.get(textField, XmlText) as XmlText
