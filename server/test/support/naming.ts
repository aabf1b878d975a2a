import * as Y from "yjs"

/** Names somebody in a new paragraph at the end of a doc, as the editor does. */
export function name(doc: Y.Doc, account: string, label = "somebody"): void {
  const mention = new Y.XmlElement("mention")
  mention.setAttribute("account", account)
  mention.setAttribute("label", label)
  const paragraph = new Y.XmlElement("paragraph")
  paragraph.insert(0, [new Y.XmlText("see "), mention])
  const fragment = doc.getXmlFragment("default")
  fragment.insert(fragment.length, [paragraph])
}
