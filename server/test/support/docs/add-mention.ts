import * as Y from "yjs"
import { addLine } from "./shared-lines.ts"

/** Mentions an account in a new paragraph at the end of a doc, as the editor does. */
export function addMention(doc: Y.Doc, account: string, label = "Ada"): void {
  const mention = new Y.XmlElement("mention")
  mention.setAttribute("account", account)
  mention.setAttribute("label", label)
  addLine(doc, "see ", mention)
}
