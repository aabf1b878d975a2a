import type { Node, ResolvedPos } from "@tiptap/pm/model"
import type { EditorState } from "@tiptap/pm/state"
import {
  createAbsolutePositionFromRelativePosition as absoluteOf,
  type RelativePosition,
  createRelativePositionFromTypeIndex as relativeAt,
  type XmlText,
} from "yjs"
import type { IndexMap } from "../../../../../../server/src/contract/docs/lines/index.ts"
import { indexAt, posAt } from "./places.ts"

/** A selection that keeps its place in the text during remote changes. */
export interface Cursor {
  readonly anchor: RelativePosition
  readonly head: RelativePosition
}

/** Yjs's association of a relative position: with the character before it, or the one behind it. */
const [behind, before] = [-1, 0]

/** A shared text. The document that shows it may have other lines, which then are mapped to those of the text. */
export interface Shared {
  readonly text: XmlText
  readonly toText?: IndexMap
  readonly toShown?: IndexMap
}

/**
 * A cursor stays behind the character before it, so that two people who type at one place do not mix their words; at
 * the start of a line it stays with the line. Remote text at the edge of a selection does not extend it.
 */
export function cursorOf({ text, toText }: Shared, { doc, selection }: Pick<EditorState, "doc" | "selection">): Cursor {
  const { $anchor, $head, empty, from, to } = selection
  const isBehind = ({ pos, parentOffset }: ResolvedPos) => (empty ? parentOffset > 0 : pos === to && pos !== from)
  const relative = ($pos: ResolvedPos) => {
    const shown = indexAt(doc, $pos.pos)
    const index = toText?.(shown, sideOf(isBehind($pos))) ?? shown
    return relativeAt(text, Math.min(index, text.length), isBehind($pos) ? behind : before)
  }
  return { anchor: relative($anchor), head: relative($head) }
}

/** The document position of a place; undefined if the place no longer exists. */
export function posOf({ text, toShown }: Shared, doc: Node, place: RelativePosition): number | undefined {
  const index = indexOf(text, place)
  if (index === undefined) return undefined
  return posAt(doc, toShown?.(index, sideOf(place.assoc < 0)) ?? index)
}

export const placesOf = (text: XmlText, [from, to]: readonly [from: number, to: number]): Cursor => ({
  anchor: relativeAt(text, from, before),
  head: relativeAt(text, to, from === to ? before : behind),
})

export function indexOf(text: XmlText, place: RelativePosition): number | undefined {
  const found = text.doc && absoluteOf(place, text.doc)
  return found?.type === text ? found.index : undefined
}

const sideOf = (isBehind: boolean) => (isBehind ? "behind" : "before")
