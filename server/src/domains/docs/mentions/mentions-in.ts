import * as Y from "yjs"
import { textField } from "../doc-format.ts"
import { type DocNode, maxDepth, nodesIn, textAttr } from "../doc-node.ts"

/** The accounts that a doc's JSON names, each as often as it is named. */
export function accountsNamed(json: DocNode, depth = 0): string[] {
  const own = json.type === "mention" ? [textAttr(json, "account")].filter(Boolean) : []
  if (depth >= maxDepth) return own
  return [...own, ...nodesIn(json.content).flatMap((child) => accountsNamed(child, depth + 1))]
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
