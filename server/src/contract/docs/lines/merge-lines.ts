import { type Attrs, type DocLine, isSame, type LineSpan, lengthOf, lineAt, type Marks } from "./line.ts"
import { matchTokens } from "./match-tokens.ts"
import { type LineToken, tokensOf } from "./tokens.ts"
import { sameEnd, sameStart, type TwoVersions } from "./two-versions.ts"

interface Both {
  readonly mine: readonly DocLine[]
  readonly theirs: readonly DocLine[]
}

/**
 * Merges two changes of the same lines. All that one of them inserts stays, all that one of them removes is gone. Where
 * both insert, `mine` comes first, but not at the start of a line. A removed line stays where `mine` inserts into it.
 */
export function mergeLines(base: readonly DocLine[], { mine, theirs }: Both): DocLine[] {
  const start = Math.min(sameStart({ from: base, to: mine }), sameStart({ from: base, to: theirs }))
  const rest = [base, mine, theirs].map((lines) => lines.slice(start))
  const end = Math.min(...rest.slice(1).map((to) => sameEnd({ from: rest[0] ?? [], to })))
  const [was = [], one = [], other = []] = rest.map((lines) => lines.slice(0, lines.length - end))
  const merged = mergeAll(was, { mine: one, theirs: other })
  return [...base.slice(0, start), ...merged, ...base.slice(base.length - end)]
}

function mergeAll(base: readonly DocLine[], { mine, theirs }: Both): DocLine[] {
  const pieces = piecesOf(base)
  const tokens = pieces.map(({ token }) => token)
  const [one, other] = [new Walk(tokens, mine), new Walk(tokens, theirs)]
  const made = new Lines()
  let hasMine = false
  for (const [at, was] of [...pieces, undefined].entries()) {
    const [inserted, byThem] = [one.insertedBefore(at), other.insertedBefore(at)]
    const isAtStart = at === 0 || pieces[at - 1]?.line !== undefined
    for (const piece of isAtStart ? [...byThem, ...inserted] : [...inserted, ...byThem]) made.add(piece)
    hasMine ||= inserted.length > 0
    const kept = was && mergePiece(was, { mine: one.kept(at), theirs: other.kept(at) }, hasMine)
    if (kept) made.add(kept)
    if (kept?.line) hasMine = false
  }
  return made.all()
}

/** A piece of the base that both keep, or a line's end that `mine` keeps and needs. */
function mergePiece(was: Piece, { mine, theirs }: Record<"mine" | "theirs", Piece | undefined>, hasMine: boolean) {
  if (!mine) return undefined
  if (!theirs) return hasMine && mine.line ? mine : undefined
  return changedOf(was, mine, theirs)
}

/** A token, and the line that it ends. */
interface Piece {
  readonly token: LineToken
  readonly line: DocLine | undefined
}

const piecesOf = (lines: readonly DocLine[]): Piece[] =>
  tokensOf(lines).map((token) => ({ token, line: lines[token.ends ?? -1] }))

/** Merges the marks and the kind of a line. Where both versions changed them, `mine` wins. */
function changedOf(was: Piece, mine: Piece, theirs: Piece): Piece {
  const marks = isSame(mine.token.marks, was.token.marks) ? theirs.token.marks : mine.token.marks
  const isMine = !isSame(lookOf(mine), lookOf(was))
  return { token: { ...mine.token, marks }, line: isMine ? mine.line : theirs.line }
}

const lookOf = ({ line }: Piece): readonly unknown[] => [line?.kind, line?.attrs]

/** One changed version, walked along the tokens of its base. */
class Walk {
  readonly #pieces: readonly Piece[]
  /** Maps places in the base to places in this version. */
  readonly #places: ReadonlyMap<number, number>
  #next = 0

  constructor(base: readonly LineToken[], lines: readonly DocLine[]) {
    this.#pieces = piecesOf(lines)
    const tokens = this.#pieces.map(({ token }) => token)
    this.#places = new Map([...matchTokens(base, tokens), [base.length, tokens.length] as const])
  }

  /** The pieces that this version inserts before a kept token of the base, or at the end. */
  insertedBefore(at: number): readonly Piece[] {
    const place = this.#places.get(at)
    if (place === undefined) return []
    const inserted = this.#pieces.slice(this.#next, place)
    this.#next = place + 1
    return inserted
  }

  kept(at: number): Piece | undefined {
    const place = this.#places.get(at)
    return place === undefined ? undefined : this.#pieces[place]
  }
}

/** Collects lines from their tokens. */
class Lines {
  readonly #lines: DocLine[] = []
  #spans: LineSpan[] = []

  add({ token: { key, marks, atom }, line }: Piece): void {
    if (line) this.#end(line.kind, line.attrs, true)
    else if (atom) this.#spans.push({ atom, marks })
    else this.#write(key, marks)
  }

  all(): DocLine[] {
    if (this.#spans.length > 0) this.#end("paragraph", {}, false)
    return this.#lines
  }

  #write(text: string, marks: Marks): void {
    const last = this.#spans.at(-1)
    if (last?.text === undefined || !isSame(last.marks, marks)) this.#spans.push({ text, marks })
    else this.#spans.splice(-1, 1, { text: last.text + text, marks })
  }

  #end(kind: string, attrs: Attrs, isEnded: boolean): void {
    this.#lines.push({ kind, attrs, spans: this.#spans, isEnded })
    this.#spans = []
  }
}

/** Maps an index of one version of a text to the other version. */
export type IndexMap = (index: number, side: "behind" | "before") => number

/**
 * Compares two versions of a text. An index in a changed part stays behind the nearest kept character before it, or
 * before the nearest one that follows.
 */
export function indexMap({ from, to }: TwoVersions): IndexMap {
  const start = sameStart({ from, to })
  const [was, now] = [from.slice(start), to.slice(start)]
  const end = sameEnd({ from: was, to: now })
  const [before, after] = [tokensOf(was.slice(0, was.length - end)), tokensOf(now.slice(0, now.length - end))]
  const first = lengthOf(from.slice(0, start))
  const [places, newPlaces] = [indexesOf(before, first), indexesOf(after, first)]
  const pairs = matchTokens(before, after).map(([one, other]) => ({
    ...{ from: places[one] ?? first, to: places[one + 1] ?? first },
    ...{ fromNew: newPlaces[other] ?? first, toNew: newPlaces[other + 1] ?? first },
  }))
  const [last = first, newLast = first] = [places.at(-1), newPlaces.at(-1)]
  return (index, side) => {
    if (index < first) return index
    if (index > last) return index + newLast - last
    if (side === "behind") return pairs.findLast(({ to }) => to <= index)?.toNew ?? first
    return pairs.find(({ from }) => from >= index)?.fromNew ?? newLast
  }
}

/** The start of each token, and the end of the last one. */
function indexesOf(tokens: readonly LineToken[], first: number): number[] {
  let index = first
  return [first, ...tokens.map(({ length }) => (index += length))]
}

/**
 * Replaces letters in a text. What others wrote between them comes behind the new ones.
 *
 * @param range The part of the text where the letters were, as indexes.
 * @param letters Those that were there and those to write, each as a line without an end.
 */
export function replaceLetters(
  lines: readonly DocLine[],
  range: readonly [from: number, to: number],
  letters: { readonly was: DocLine; readonly now: DocLine },
): DocLine[] {
  const [[first], [last]] = [lineAt(lines, range[0]), lineAt(lines, range[1])]
  const touched = piecesOf(lines.slice(first, last + 1))
  let index = lengthOf(lines.slice(0, first))
  const parts: Record<"before" | "within" | "behind", Piece[]> = { before: [], within: [], behind: [] }
  for (const piece of touched) {
    const part = index < range[0] ? "before" : index < range[1] ? "within" : "behind"
    parts[part].push(piece)
    index += piece.token.length
  }
  const within = parts.within.map(({ token }) => token)
  const own = new Set(matchTokens(tokensOf([letters.was]), within).map(([, place]) => place))
  const ofOthers = parts.within.filter((_, place) => !own.has(place))
  const made = new Lines()
  for (const piece of [...parts.before, ...piecesOf([letters.now]), ...ofOthers, ...parts.behind]) made.add(piece)
  return lines.toSpliced(first, last + 1 - first, ...made.all())
}
