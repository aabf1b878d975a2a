import { hash } from "node:crypto"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { cutWords } from "./cut-words.ts"
import type { Phrase } from "./read-query.ts"

/**
 * What both databases' indexes are made of: words with a mark before them, which says of which workspace they are, and
 * whether they stand in a title. So a search reads nothing of other workspaces, however common a word is there. Some
 * workspaces share a mark: whoever finds a doc looks whose it is.
 */
export type Field = "title" | "any"

/** What stands before each word of a workspace. */
export function markOf(workspaceId: WorkspaceId, field: Field): string {
  const number = Number.parseInt(hash("sha256", workspaceId, "hex").slice(0, 8), 16) % 36 ** 3
  return (field === "title" ? "t" : "x") + number.toString(36).padStart(3, "0")
}

/** In bytes of UTF-8, marks included. */
const maxWords = 500_000
/** What PostgreSQL takes in a row is 1,048,575 bytes: each lexeme, and two bytes and some for each place. */
const maxIndexed = 1_000_000
/** PostgreSQL keeps no more places of one lexeme, and none beyond this one. */
const mostPlaces = 255
const lastPlace = 16_383

/** What is read of a doc. */
export interface Words {
  readonly workspaceId: WorkspaceId
  readonly title: string
  readonly text: string
}

/**
 * The lexemes of a doc in their order. The title's stand there twice: marked as the title's, and with those of the
 * text, with something in between so that no phrase goes from one to the other. What is too long is cut.
 */
export function* lexemesOf({ workspaceId, title, text }: Words): Generator<string> {
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

/** Lexemes as PostgreSQL's `tsvector`. A lexeme is letters, numbers and emoji: there is nothing to escape. */
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

/** Phrases as PostgreSQL's `tsquery`: all must be found. */
export function toTsquery(phrases: readonly Phrase[], workspaceId: WorkspaceId, field: Field): string {
  const mark = markOf(workspaceId, field)
  const all = phrases.map(({ words, isPrefix }) => {
    return `(${words.map((word) => `'${mark}${word}'`).join(" <-> ")}${isPrefix ? ":*" : ""})`
  })
  return `(${all.join(" & ")})`
}

/** A phrase as its lexemes in FTS5's words. */
export function toFtsPhrase({ words, isPrefix }: Phrase, workspaceId: WorkspaceId, field: Field): string {
  const mark = markOf(workspaceId, field)
  return `"${words.map((word) => mark + word).join(" ")}"${isPrefix ? " *" : ""}`
}
