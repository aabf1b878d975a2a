import * as Y from "yjs"
import { textField } from "../doc-format.ts"
import { type DocNode, everyNode, maxDepth, textAttr } from "../doc-node.ts"

/** The accounts that a doc's JSON names, each as often as it is named. */
export function accountsNamed(json: DocNode): string[] {
  return [...everyNode(json)].flatMap((node) => (node.type === "mention" ? textAttr(node, "account") || [] : []))
}

/** The clients that wrote the mentions of a shared doc, by the account that is named. */
export function clientsNaming(doc: Y.Doc): ReadonlyMap<string, ReadonlySet<number>> {
  const clients = new Map<string, Set<number>>()
  const walk = (parent: Y.XmlFragment, depth: number): void => {
    if (depth >= maxDepth) return
    for (const child of parent.toArray()) {
      if (!(child instanceof Y.XmlElement)) continue
      const account = child.nodeName === "mention" ? child.getAttribute("account") : undefined
      const client = child._item?.id.client
      if (account && client !== undefined) clients.set(account, (clients.get(account) ?? new Set()).add(client))
      walk(child, depth + 1)
    }
  }
  walk(doc.getXmlFragment(textField), 0)
  return clients
}
