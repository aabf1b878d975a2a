import { hash } from "node:crypto"
import { domainToUnicode } from "node:url"
import { readTyped } from "../typed-text.ts"
import type { WorkspaceId } from "../workspace-id.ts"
import { fold } from "./fold.ts"

/** The form in which texts are searched: their decoded and folded words, with one space between. */
export function toSearchText(text: string): string {
  return wordsOf(text).join(" ")
}

const mostParts = 16

/**
 * The parts of a query between its spaces, as search texts: `Final_v2 réport` is `final v2` and `report`. A text with all
 * of them is found. Undefined for a query without a visible character, which asks for everything.
 */
export function readSearch(query: string): readonly string[] | undefined {
  if (readTyped(query) === "") return undefined
  const parts = query.split(/\s+/).map(toSearchText)
  return [...new Set(parts)].filter((part) => part !== "").slice(0, mostParts)
}

function wordsOf(text: string): string[] {
  const folded = fold(decode(text).replace(controls, ""))
  if (plain.test(folded)) return folded.match(/[a-z0-9]+/g) ?? []
  words ??= newWords()
  return folded.match(words) ?? []
}

const controls = /(?!\s)\p{Cc}/gu
const plain = /^[ -~]*$/
/** Compiled on first use, because that is slow. */
let words: RegExp | undefined
const newWords = () => /[\p{L}\p{M}\p{N}\p{RI}[\p{ExtPict}--[\u00a9\u00ae\u2122]]]+/gv

/** Decodes the names of domains and percent codes. A code that is no UTF-8 separates words. */
function decode(text: string): string {
  const shown = /xn--/i.test(text) ? text.replace(encodedDomain, (name) => domainToUnicode(name) || name) : text
  return shown.includes("%") ? shown.replace(/(?:%[\da-f]{2})+/gi, utf8Of) : shown
}

const utf8Of = (codes: string) => Buffer.from(codes.replaceAll("%", ""), "hex").toString()
const encodedDomain = /[a-z0-9.-]*xn--[a-z0-9.-]+/gi

const longestPiece = 3

/** The pieces of a search text that an index has: from each character of a word, up to three characters. */
export function cutPieces(searchText: string): Set<string> {
  const pieces = new Set<string>()
  for (const word of searchText.split(" ")) {
    const letters = [...word]
    for (const at of letters.keys()) pieces.add(letters.slice(at, at + longestPiece).join(""))
  }
  return pieces
}

export interface SoughtPiece {
  readonly piece: string
  /** Pieces that begin with it match, too. */
  readonly isPrefix: boolean
}

const mostSought = 48

/** Pieces that a text with these parts has. Some have them without the parts. Beginnings cost more than whole pieces. */
export function soughtPieces(parts: readonly string[]): SoughtPiece[] {
  const words = parts.flatMap((part) => part.split(" "))
  const whole = words.flatMap((word) => [...cutPieces(word)].filter((piece) => [...piece].length === longestPiece))
  const pieces = whole.length > 0 ? whole : words
  return [...new Set(pieces)].slice(0, mostSought).map((piece) => ({ piece, isPrefix: pieces === words }))
}

/** Begins each piece or word of a workspace, so that a search reads none of others. Some workspaces share a mark. */
export function workspaceMark(workspaceId: WorkspaceId): string {
  const number = Number.parseInt(hash("sha256", workspaceId, "hex").slice(0, 8), 16) % 36 ** 3
  return number.toString(36).padStart(3, "0")
}
