import * as Y from "yjs"
import { maxDepth } from "../doc-node.ts"
import { HostileUpdate } from "../hostile-update.ts"
import { isTableTooLarge } from "../table-size.ts"

/**
 * Looks at all that a transaction put into a doc, where it stands now. Yjs takes much that no editor writes, and fails
 * with the next honest update, or when the text is read.
 *
 * @throws HostileUpdate
 */
export function checkIntegrated(transaction: Y.Transaction): void {
  const depths = new Map<unknown, number>()
  const tables = new Set<Y.XmlElement>()
  for (const item of newItems(transaction)) {
    checkItem(item, depths)
    const table = tableGrownBy(item)
    if (table) tables.add(table)
  }
  for (const table of tables) if (isTableTooLarge(columnsOfRows(table))) throw tableTooLarge()
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

/** The table that a row, a cell, or a number of columns was added to. */
function tableGrownBy({ deleted, parent, parentSub }: Y.Item): Y.XmlElement | undefined {
  if (deleted || !(parent instanceof Y.XmlElement)) return undefined
  const row = parentSub === null ? parent : parentSub === "colspan" ? parent.parent : undefined
  const table = row instanceof Y.XmlElement && row.nodeName === "tableRow" ? row.parent : row
  return table instanceof Y.XmlElement && table.nodeName === "table" ? table : undefined
}

function* columnsOfRows(table: Y.XmlElement): Generator<number> {
  for (const row of table.toArray()) {
    if (!(row instanceof Y.XmlElement)) continue
    yield row.toArray().reduce((sum, cell) => sum + (cell instanceof Y.XmlElement ? columnsOf(cell) : 0), 0)
  }
}

const columnsOf = (cell: Y.XmlElement) => Math.max(1, Number(cell.getAttribute("colspan")) || 1)

const tableTooLarge = () => new HostileUpdate("A table of the doc would be too large.", { isTooBig: true })

function checkItem(item: Y.Item, depths: Map<unknown, number>): void {
  const { parent, left, right } = item
  if (!(parent instanceof Y.AbstractType)) throw new HostileUpdate("A part of the update stands nowhere.")
  if (!isTogether(item, left) || !isTogether(item, right)) {
    throw new HostileUpdate("A part of the update stands between what is not together.")
  }
  if (!isInPlace(item, parent)) throw new HostileUpdate("A part of the update stands where it cannot be.")
  if (depthOf(parent, depths) > maxDepth) throw new HostileUpdate("The doc would be nested too deeply.")
}

const isTogether = ({ parent, parentSub }: Y.Item, other: Y.Item | null) =>
  !other || (other.parent === parent && other.parentSub === parentSub)

function isInPlace({ content, parentSub }: Y.Item, parent: unknown): boolean {
  if (content instanceof Y.ContentDeleted) return true
  if (parentSub !== null) return parent instanceof Y.XmlElement && content instanceof Y.ContentAny
  if (parent instanceof Y.XmlText) return content instanceof Y.ContentString || content instanceof Y.ContentFormat
  return parent instanceof Y.XmlFragment && content instanceof Y.ContentType
}

function depthOf(type: Y.AbstractType<unknown>, depths: Map<unknown, number>): number {
  const chain: unknown[] = []
  let above: unknown = type
  while (above instanceof Y.AbstractType && !depths.has(above) && chain.length <= maxDepth + 1) {
    chain.push(above)
    above = above._item?.parent
  }
  let depth = depths.get(above) ?? 0
  for (const each of chain.toReversed()) {
    depth += 1
    depths.set(each, depth)
  }
  return depth
}
