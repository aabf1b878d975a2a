import * as Y from "yjs"
import { type Attrs, isSame, type Marks } from "#contract/docs/lines/index.ts"
import { ByIds, type ItemRun, piecesOf, type TextPiece } from "./pieces.ts"

interface Look {
  readonly marks: Marks
  readonly attrs: Attrs
}

/** Content that a write removed. An undo puts it back at its deleted ids. */
export interface Removed extends ItemRun {
  readonly text?: string
  readonly element?: string
  readonly marks: Marks
  readonly attrs: Attrs
}

export interface DocChange {
  /** The Yjs client id of the write. No other update uses it. */
  readonly client: number
  /** The doc's state vector right after it, in base64. */
  readonly state: string
  readonly inserted: readonly (ItemRun & Look)[]
  readonly removed: readonly Removed[]
  readonly altered: readonly (ItemRun & { readonly was: Look; readonly now: Look })[]
}

export interface ChangedRun extends ItemRun {
  readonly now: Look
  /** The look before the change; undefined for an inserted run. */
  readonly was: Look | undefined
}

/** The largest change, in characters of JSON, that can be undone alone. */
const longestChange = 1_000_000

/** Runs `write` and returns its changes, found by the doc's client id; undefined where they are too large. */
export function changeBy(doc: Y.Doc, write: () => void): DocChange | undefined {
  const before = standing(doc)
  write()
  const after = standing(doc)
  const change = {
    client: doc.clientID,
    state: Buffer.from(Y.encodeStateVector(doc)).toString("base64"),
    inserted: joined(after.filter(({ client }) => client === doc.clientID)),
    ...difference(before, new ByIds(after)),
  }
  return JSON.stringify(change).length <= longestChange ? change : undefined
}

const standing = (doc: Y.Doc): TextPiece[] => [...piecesOf(doc)].filter(({ isDeleted }) => !isDeleted)

function joined(pieces: readonly TextPiece[]): (ItemRun & Look)[] {
  const runs: (ItemRun & Look)[] = []
  for (const { client, clock, length, marks, attrs } of pieces.toSorted((one, other) => one.clock - other.clock)) {
    const last = runs.at(-1)
    const isMore = last && last.clock + last.length === clock && isSame([last.marks, last.attrs], [marks, attrs])
    if (isMore) runs[runs.length - 1] = { ...last, length: last.length + length }
    else runs.push({ client, clock, length, marks, attrs })
  }
  return runs
}

function difference(before: readonly TextPiece[], after: ByIds<TextPiece>): Pick<DocChange, "removed" | "altered"> {
  const removed: Removed[] = []
  const altered: DocChange["altered"][number][] = []
  for (const piece of before) {
    const was = { marks: piece.marks, attrs: piece.attrs }
    for (const { run, known } of after.cut(piece)) {
      if (!known) removed.push({ ...run, ...was, ...contentOf(piece, run) })
      else if (!isSame([known.marks, known.attrs], [was.marks, was.attrs]))
        altered.push({ ...run, was, now: { marks: known.marks, attrs: known.attrs } })
    }
  }
  return { removed, altered }
}

const contentOf = ({ text, element, clock }: TextPiece, run: ItemRun): Pick<Removed, "text" | "element"> =>
  element
    ? { element: element.nodeName }
    : { text: text?.slice(run.clock - clock, run.clock - clock + run.length) ?? "" }
