import * as Y from "yjs"
import { type Attrs, Delta, isSame, sharedText } from "#contract/docs/lines/index.ts"
import type { ChangedRun, DocChange, Removed } from "./change-of.ts"
import { isUntouched } from "./is-untouched.ts"
import { ByIds, type ItemRun, lengthOfRuns, piecesOf } from "./pieces.ts"

/** The old and the new ids of restored content. Yjs cannot revive deleted ids. */
interface PutBack extends ItemRun {
  readonly to: Pick<ItemRun, "client" | "clock">
}

/** The result of an undo, which undos of earlier changes need, since they may touch the same words. */
export interface Undone {
  readonly client: number
  readonly putBack: readonly PutBack[]
}

/**
 * Undoes one change; later updates stay. `earlier` holds the undos of later changes. Returns undefined, and writes
 * nothing, where other updates changed the same place.
 */
export function undoChange(doc: Y.Doc, change: DocChange, earlier: readonly Undone[]): Undone | undefined {
  return doc.transact((transaction) => {
    const pieces = [...piecesOf(doc)]
    const changed = changedNow(change, new ByIds(earlier.flatMap(({ putBack }) => putBack)))
    const clients = new Set(earlier.map(({ client }) => client))
    if (!isUntouched(pieces, changed, { state: change.state, clients })) return undefined
    const removed = new ByIds(change.removed)
    const gone = pieces
      .flatMap((piece) => (piece.isDeleted ? [...removed.cut(piece)] : []))
      .filter(({ known }) => known)
    if (lengthOfRuns(gone.map(({ run }) => run)) !== lengthOfRuns(change.removed)) return undefined
    const back = gone.flatMap(({ run, known }) => (known ? [putBack(transaction, run, known)] : []))
    makeLook(doc, new ByIds([...changed, ...back.map(({ made }) => made)]))
    return { client: doc.clientID, putBack: back.map(({ putBack }) => putBack) }
  })
}

/** The runs that a change inserted or altered, by the ids that they have after earlier undos restored some of them. */
function changedNow({ inserted, altered }: DocChange, putBack: ByIds<PutBack>): ChangedRun[] {
  const follow = (run: ItemRun): ItemRun[] =>
    [...putBack.cut(run)].flatMap(({ run, known }) => {
      if (!known) return [run]
      const { client, clock } = known.to
      return follow({ client, clock: clock + run.clock - known.clock, length: run.length })
    })
  return [
    ...inserted.flatMap(({ marks, attrs, ...run }) => follow(run).map((run) => ({ ...run, now: { marks, attrs }, was: undefined }))), // biome-ignore format: one thought
    ...altered.flatMap(({ now, was, ...run }) => follow(run).map((run) => ({ ...run, now, was }))),
  ]
}

/** Inserts removed content behind its deleted item. Yjs's insert cannot order several parts at one position. */
function putBack(
  transaction: Y.Transaction,
  run: ItemRun,
  { text, element, marks, attrs, clock }: Removed,
): { made: ChangedRun; putBack: PutBack } {
  const { doc } = transaction
  const left = Y.getItemCleanEnd(transaction, doc.store, Y.createID(run.client, run.clock + run.length - 1))
  const at = { client: doc.clientID, clock: Y.getState(doc.store, doc.clientID) }
  const content =
    element === undefined
      ? new Y.ContentString(text?.slice(run.clock - clock, run.clock - clock + run.length) ?? "")
      : new Y.ContentType(elementOf(element, attrs))
  const { right, lastId } = left
  const id = Y.createID(at.client, at.clock)
  new Y.Item(id, left, lastId, right, right?.id ?? null, sharedText(doc), null, content).integrate(transaction, 0)
  const look = { marks, attrs }
  return { made: { ...at, length: run.length, now: look, was: look }, putBack: { ...run, to: at } }
}

function elementOf(name: string, attrs: Attrs): Y.XmlElement {
  const element = new Y.XmlElement(name)
  for (const [name, value] of Object.entries(attrs)) element.setAttribute(name, value as string)
  return element
}

function makeLook(doc: Y.Doc, changed: ByIds<ChangedRun>): void {
  const delta = new Delta()
  for (const piece of [...piecesOf(doc)].filter(({ isDeleted }) => !isDeleted)) {
    for (const { run, known } of changed.cut(piece)) {
      if (known && !known.was) delta.remove(run.length)
      else delta.retain(run.length, known?.was && changeBetween(piece.marks, known.was.marks))
      if (known?.was && piece.element) setAttrs(piece.element, changeBetween(piece.attrs, known.was.attrs))
    }
  }
  sharedText(doc).applyDelta(delta.changes())
}

function changeBetween(now: Attrs, was: Attrs): Record<string, unknown> {
  const gone = Object.keys(now).filter((name) => !(name in was))
  const others = Object.entries(was).filter(([name, value]) => !isSame(now[name], value))
  return Object.fromEntries([...gone.map((name) => [name, null] as const), ...others])
}

function setAttrs(element: Y.XmlElement, change: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(change)) {
    if (value === null) element.removeAttribute(name)
    else element.setAttribute(name, value as string)
  }
}
