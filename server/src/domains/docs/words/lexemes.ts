import { workspaceMark } from "#kernel/text/search-text.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { cutWords } from "./cut-words.ts"
import type { Phrase } from "./read-query.ts"

/**
 * Lexemes begin with a mark of the workspace and of title or text, so a search reads no words of other workspaces. Some
 * workspaces share a mark, so a search must check the workspace of each result.
 */
export type Field = "title" | "any"

/** The prefix of each word of a workspace. */
export function markOf(workspaceId: WorkspaceId, field: Field): string {
  return (field === "title" ? "t" : "x") + workspaceMark(workspaceId)
}

/** The most bytes of all lexemes in UTF-8, marks included. */
const maxWords = 500_000
/** PostgreSQL's limit of a row is 1,048,575 bytes: each lexeme, and somewhat over two bytes for each position. */
const maxIndexed = 1_000_000
/** PostgreSQL keeps at most this many positions of a lexeme, and none above `lastPlace`. */
const mostPlaces = 255
const lastPlace = 16_383

export interface DocWords {
  readonly workspaceId: WorkspaceId
  readonly title: string
  readonly text: string
}

/** The title's words are in it twice; a separator keeps phrases from spanning title and text. Long texts are cut. */
export function* lexemesOf({ workspaceId, title, text }: DocWords): Generator<string> {
  const any = markOf(workspaceId, "any")
  yield* withinLimits(
    (function* () {
      for (const word of cutWords(title)) yield markOf(workspaceId, "title") + word.text
      for (const word of cutWords(title)) yield any + word.text
      yield any
      for (const word of cutWords(text)) yield any + word.text
    })(),
  )
}

function* withinLimits(lexemes: Iterable<string>): Generator<string> {
  const seen = new Map<string, number>()
  let [all, indexed] = [0, 0]
  for (const lexeme of lexemes) {
    const bytes = Buffer.byteLength(lexeme)
    const times = seen.get(lexeme) ?? 0
    all += bytes
    indexed += times === 0 ? bytes + 5 : times < mostPlaces ? 2 : 0
    if (all > maxWords || indexed > maxIndexed) return
    seen.set(lexeme, times + 1)
    yield lexeme
  }
}

/** Lexemes as PostgreSQL's `tsvector`. They are letters, numbers and emoji, so nothing needs an escape. */
export function toTsvector(lexemes: Iterable<string>): string {
  const places = new Map<string, number[]>()
  let place = 0
  for (const lexeme of lexemes) {
    place += 1
    const known = places.get(lexeme)
    if (!known) places.set(lexeme, place <= lastPlace ? [place] : [])
    else if (place <= lastPlace && known.length < mostPlaces) known.push(place)
  }
  return Array.from(places, ([lexeme, at]) => `'${lexeme}'${at.length > 0 ? `:${at.join(",")}` : ""}`).join(" ")
}

/** Phrases as PostgreSQL's `tsquery`: all must match. */
export function toTsquery(phrases: readonly Phrase[], workspaceId: WorkspaceId, field: Field): string {
  const mark = markOf(workspaceId, field)
  const all = phrases.map(({ words, isPrefix }) => {
    return `(${words.map((word) => `'${mark}${word}'`).join(" <-> ")}${isPrefix ? ":*" : ""})`
  })
  return `(${all.join(" & ")})`
}

export function toFtsPhrase({ words, isPrefix }: Phrase, workspaceId: WorkspaceId, field: Field): string {
  const mark = markOf(workspaceId, field)
  return `"${words.map((word) => mark + word).join(" ")}"${isPrefix ? " *" : ""}`
}
