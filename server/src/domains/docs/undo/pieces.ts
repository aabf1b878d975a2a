import * as Y from "yjs"
import { type Attrs, isAtom, type Marks, sharedText } from "#contract/docs/lines/index.ts"
import { firstBehind } from "../vetting/index.ts"

export interface ItemRun {
  readonly client: number
  readonly clock: number
  readonly length: number
}

/** A part of a shared text: text with the same marks, an element, or deleted content. */
export interface TextPiece extends ItemRun {
  readonly isDeleted: boolean
  readonly marks: Marks
  readonly text?: string
  readonly element?: Y.XmlElement
  readonly attrs: Attrs
}

const none: Attrs = {}

export const lengthOfRuns = (runs: readonly Pick<ItemRun, "length">[]) =>
  runs.reduce((sum, { length }) => sum + length, 0)

/** The parts of a shared text in order. Deleted parts keep their place, without their content. */
export function* piecesOf(doc: Y.Doc): Generator<TextPiece> {
  let marks: Marks = none
  for (let item = sharedText(doc)._start; item; item = item.right) {
    if (!(item.content instanceof Y.ContentFormat)) yield pieceOf(item, marks)
    else if (!item.deleted) marks = withMark(marks, item.content)
  }
}

function pieceOf({ id: { client, clock }, length, deleted: isDeleted, content }: Y.Item, marks: Marks): TextPiece {
  const piece = { client, clock, length, isDeleted, marks, attrs: none }
  if (isDeleted) return piece
  if (content instanceof Y.ContentString) return { ...piece, text: content.str }
  const element = content instanceof Y.ContentType && content.type
  return element instanceof Y.XmlElement ? { ...piece, element, attrs: { ...element.getAttributes() } } : piece
}

function withMark(marks: Marks, { key, value }: Y.ContentFormat): Marks {
  const { [key]: _, ...others } = marks
  return value === null ? others : { ...others, [key]: value }
}

export const isEnd = ({ element }: TextPiece): boolean => element !== undefined && !isAtom(element.nodeName)

export class ByIds<Known extends ItemRun> {
  readonly #runs = new Map<number, Known[]>()

  constructor(runs: Iterable<Known>) {
    for (const run of runs) {
      const ofClient = this.#runs.get(run.client)
      if (ofClient) ofClient.push(run)
      else this.#runs.set(run.client, [run])
    }
    for (const ofClient of this.#runs.values()) ofClient.sort((one, other) => one.clock - other.clock)
  }

  *cut({ client, clock, length }: ItemRun): Generator<{ run: ItemRun; known: Known | undefined }> {
    const ofClient = this.#runs.get(client) ?? []
    const end = clock + length
    let at = clock
    for (let index = firstBehind(ofClient, endOf, clock); at < end; index += 1) {
      const known = ofClient[index]
      const from = Math.min(known?.clock ?? end, end)
      if (from > at) yield { run: { client, clock: at, length: from - at }, known: undefined }
      if (!known || from === end) return
      const to = Math.min(known.clock + known.length, end)
      at = Math.max(at, from)
      if (to > at) yield { run: { client, clock: at, length: to - at }, known }
      at = to
    }
  }
}

const endOf = ({ clock, length }: ItemRun) => clock + length
