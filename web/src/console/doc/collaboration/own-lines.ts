import {
  ContentString,
  ContentType,
  type Doc,
  findIndexSS,
  type GC,
  type ID,
  Item,
  isDeleted,
  type Transaction,
  XmlElement,
} from "yjs"
import { endName, isAtom, sharedText } from "../../../../../server/src/contract/docs/lines/index.ts"

type Struct = Item | GC

/** Finds out who wrote a struct. */
interface Whose {
  /** Whether this page wrote it, or a closed page of this account. */
  isOwn(id: ID): boolean
  /** Whether the service lacks it, so that no other person can have seen it. */
  isUnstored(id: ID): boolean
}

/** The remaining words of a line that another person deleted. */
interface Left {
  readonly end: Item
  readonly first: Item
  readonly last: Item
  readonly words: string
}

/**
 * Restores the line end when a colleague deletes the line that is being written: otherwise the new words would be
 * joined with the next line. `onKept` receives the words.
 */
export function keepOwnLines(doc: Doc, whose: Whose, onKept: (words: string) => void): void {
  doc.on("afterTransaction", (transaction: Transaction) => {
    if (transaction.local) return
    const all = deletedEnds(transaction).flatMap((end) => leftOf(end, transaction, whose))
    if (all.length > 0) doc.transact(() => all.forEach((left) => void endLine(doc, left)))
    for (const { words } of all) onKept(words)
  })
}

/** The line ends that existed before a transaction and that it deleted. */
function deletedEnds({ doc, deleteSet, beforeState }: Transaction): Item[] {
  return [...deleteSet.clients].flatMap(([client, ranges]) => {
    const structs = doc.store.clients.get(client) ?? []
    const before = beforeState.get(client) ?? 0
    return ranges.flatMap(({ clock, len }) => endsIn(structs, clock, Math.min(clock + len, before)))
  })
}

function endsIn(structs: Struct[], from: number, to: number): Item[] {
  const ends: Item[] = []
  if (from >= to) return ends
  for (let at = findIndexSS(structs, from); at < structs.length; at += 1) {
    const struct = structs[at]
    if (!struct || struct.id.clock >= to) break
    if (struct instanceof Item && nameOf(struct) === endName) ends.push(struct)
  }
  return ends
}

/** The element's node name; undefined for text. */
const nameOf = ({ content }: Item): string | undefined =>
  content instanceof ContentType && content.type instanceof XmlElement ? content.type.nodeName : undefined

function isEnd(item: Item): boolean {
  const name = nameOf(item)
  return name !== undefined && !isAtom(name)
}

/**
 * The remains of a deleted line. The line was deleted, not joined with the next one, if its beginning is deleted too,
 * or if no other person can have seen the remaining words.
 */
function leftOf(end: Item, transaction: Transaction, { isOwn, isUnstored }: Whose): Left[] {
  const line = lineBefore(end, transaction)
  const left = line.filter(({ deleted }) => !deleted)
  const [first, last] = [left[0], left.at(-1)]
  const isAll = (is: (id: ID) => boolean) => left.every(({ id }) => is(id))
  const isLeftAlone = line[0]?.deleted ? isAll(isOwn) : isAll(isUnstored)
  if (!isLeftAlone || !first || !last) return []
  return [{ end, first, last, words: left.map(({ content }) => wordsIn(content)).join("") }]
}

/** The structs of a line before the transaction, in order. */
function lineBefore(end: Item, { deleteSet, beforeState }: Transaction): Item[] {
  const line: Item[] = []
  for (let item = end.left; item; item = item.left) {
    const isDeletedSince = item.deleted && !isDeleted(deleteSet, item.id)
    if (isDeletedSince || !item.countable) continue
    if (isEnd(item)) break
    if (item.id.clock < (beforeState.get(item.id.client) ?? 0)) line.push(item)
  }
  return line.reverse()
}

const wordsIn = (content: Item["content"]) => (content instanceof ContentString ? content.str : "")

/** Inserts a copy of the deleted line end after the remaining words, and before them if other text precedes them. */
function endLine(doc: Doc, { end, first, last }: Left): void {
  const text = sharedText(doc)
  text.insertEmbed(indexOf(last) + last.length, copyOf(end), {})
  const before = visibleBefore(first)
  if (before && !isEnd(before)) text.insertEmbed(indexOf(first), copyOf(end), {})
}

function visibleBefore(item: Item): Item | undefined {
  let before = item.left
  while (before && (before.deleted || !before.countable)) before = before.left
  return before ?? undefined
}

function indexOf(item: Item): number {
  let index = 0
  for (let before = visibleBefore(item); before; before = visibleBefore(before)) index += before.length
  return index
}

/** A new line end with the attributes of the deleted one. */
function copyOf({ content }: Item): XmlElement {
  const { type } = content as ContentType
  const copy = new XmlElement((type as XmlElement).nodeName)
  for (const [name, { content: value }] of type._map) copy.setAttribute(name, value.getContent().at(-1))
  return copy
}
