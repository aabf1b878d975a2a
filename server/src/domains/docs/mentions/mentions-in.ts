import * as Y from "yjs"
import { type DocNode, everyNode, textAttr } from "#contract/docs/doc-node.ts"
import { sharedText } from "#contract/docs/lines/index.ts"

/** The accounts mentioned in a doc's JSON, one entry for each mention. */
export function accountsNamed(json: DocNode): string[] {
  return [...everyNode(json)].flatMap((node) => (node.type === "mention" ? textAttr(node, "account") || [] : []))
}

export function clientsNaming(doc: Y.Doc): ReadonlyMap<string, ReadonlySet<number>> {
  const clients = new Map<string, Set<number>>()
  const parts = sharedText(doc).toDelta() as { insert: unknown }[]
  for (const { insert: element } of parts) {
    if (!(element instanceof Y.XmlElement) || element.nodeName !== "mention") continue
    const [account, client] = [element.getAttribute("account"), element._item?.id.client]
    if (account && client !== undefined) clients.set(account, (clients.get(account) ?? new Set()).add(client))
  }
  return clients
}
