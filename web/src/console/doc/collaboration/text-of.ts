import { type Doc, XmlText } from "yjs"
import { textField } from "../../../../../server/src/contract/docs/doc-format.ts"

/** The text of a doc, which all who have it open write. */
export const textOf = (doc: Doc): XmlText => doc.get(textField, XmlText) as XmlText
