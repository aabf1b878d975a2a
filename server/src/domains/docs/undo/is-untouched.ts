import * as Y from "yjs"
import { isSame } from "#contract/docs/lines/index.ts"
import type { ChangedRun } from "./change-of.ts"
import { ByIds, type ItemRun, isEnd, lengthOfRuns, type TextPiece } from "./pieces.ts"

interface Then {
  readonly state: string
  readonly clients: ReadonlySet<number>
}

type Whose = "own" | "known" | "new"

interface Part {
  readonly whose: Whose
  readonly isEnd: boolean
  readonly length: number
  readonly known: ChangedRun | undefined
  readonly piece: TextPiece
}

/**
 * Whether all runs are as the change left them. New lines between its lines, and words beside its words, do not count.
 */
export function isUntouched(pieces: readonly TextPiece[], changed: readonly ChangedRun[], then: Then): boolean {
  const standing = pieces.filter(({ isDeleted }) => !isDeleted)
  const parts = partsOf(standing, new ByIds(changed), newSince(then))
  const unchanged = parts.filter(({ known, piece: { marks, attrs } }) => known && isSame(known.now, { marks, attrs }))
  const isWhole = lengthOfRuns(unchanged) === lengthOfRuns(changed)
  return isWhole && !linesOf(parts).some(isWrittenInto)
}

function partsOf(pieces: readonly TextPiece[], changed: ByIds<ChangedRun>, isNew: (run: ItemRun) => boolean): Part[] {
  return pieces.flatMap((piece) =>
    [...changed.cut(piece)].map(({ run, known }): Part => {
      const whose = known && !known.was ? "own" : isNew(run) ? "new" : "known"
      return { whose, isEnd: isEnd(piece), length: run.length, known, piece }
    }),
  )
}

function linesOf(parts: readonly Part[]): Part[][] {
  const lines: Part[][] = [[]]
  for (const part of parts) {
    lines.at(-1)?.push(part)
    if (part.isEnd) lines.push([])
  }
  return lines
}

function newSince({ state, clients }: Then): (run: ItemRun) => boolean {
  const vector = Y.decodeStateVector(Buffer.from(state, "base64"))
  return ({ client, clock }) => !clients.has(client) && clock >= (vector.get(client) ?? 0)
}

/** Whether a line of the change has new parts in it, or between two parts of the change. */
function isWrittenInto(line: readonly Part[]): boolean {
  if (!line.some(({ whose }) => whose === "new")) return false
  const wordsOf = (whose: Whose) => line.some((part) => part.whose === whose && !part.isEnd)
  const endsOwn = line.at(-1)?.whose === "own" && line.at(-1)?.isEnd
  if (!wordsOf("known") && (wordsOf("own") || endsOwn)) return true
  const own = line.flatMap(({ whose }, at) => (whose === "own" ? [at] : []))
  return own.length > 0 && line.slice(own[0], own.at(-1)).some(({ whose }) => whose === "new")
}
