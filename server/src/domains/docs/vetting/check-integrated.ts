import * as Y from "yjs"
import { HostileUpdate } from "../hostile-update.ts"
import { cellMadeBy, checkTables } from "./check-tables.ts"

/**
 * Yjs accepts items that no editor writes, and then fails with the next honest update or read. @throws HostileUpdate
 */
export function checkIntegrated(transaction: Y.Transaction): void {
  const grown = new Set<Y.XmlElement>()
  for (const item of newItems(transaction)) {
    checkItem(item)
    const cell = cellMadeBy(item)
    if (cell) grown.add(cell)
  }
  checkTables(grown)
}

function* newItems({ doc, beforeState, afterState }: Y.Transaction): Generator<Y.Item> {
  for (const [client, end] of afterState) {
    const begin = beforeState.get(client) ?? 0
    if (end === begin) continue
    const structs = doc.store.clients.get(client) ?? []
    for (let at = Y.findIndexSS(structs, begin); at < structs.length; at += 1) {
      const struct = structs[at]
      if (struct instanceof Y.Item) yield struct
    }
  }
}

function checkItem(item: Y.Item): void {
  const { parent, left, right } = item
  if (!(parent instanceof Y.AbstractType)) throw new HostileUpdate("A part of the update has no parent.")
  if (!isTogether(item, left) || !isTogether(item, right)) {
    throw new HostileUpdate("A part of the update has neighbours with another parent.")
  }
  if (!isInPlace(item, parent)) throw new HostileUpdate("A part of the update has a parent that cannot contain it.")
}

const isTogether = ({ parent, parentSub }: Y.Item, other: Y.Item | null) =>
  !other || (other.parent === parent && other.parentSub === parentSub)

/** The text holds strings, formats and elements; an element holds attributes only. */
function isInPlace({ content, parentSub }: Y.Item, parent: unknown): boolean {
  if (content instanceof Y.ContentDeleted) return true
  if (parentSub !== null) return parent instanceof Y.XmlElement && content instanceof Y.ContentAny
  if (!(parent instanceof Y.XmlText)) return false
  if (content instanceof Y.ContentType) return content.type instanceof Y.XmlElement
  return content instanceof Y.ContentString || content instanceof Y.ContentFormat
}
