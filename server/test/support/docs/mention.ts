import * as Y from "yjs"
import { addLine } from "./shared-lines.ts"

/** Adds a paragraph with a mention at the end of a doc, as the editor does. */
export function name(doc: Y.Doc, account: string, label = "somebody"): void {
  const mention = new Y.XmlElement("mention")
  mention.setAttribute("account", account)
  mention.setAttribute("label", label)
  addLine(doc, "see ", mention)
}
