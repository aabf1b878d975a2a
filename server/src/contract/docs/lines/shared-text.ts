import * as Y from "yjs"
import { textField } from "../doc-format.ts"

export const sharedText = (doc: Y.Doc): Y.XmlText => doc.get(textField, Y.XmlText) as Y.XmlText
