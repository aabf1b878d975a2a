import type { Node } from "@tiptap/pm/model"
import type { EditorState, Transaction } from "@tiptap/pm/state"
import { ReplaceStep } from "@tiptap/pm/transform"

/** The smallest replacement that turns the document into the wanted one; undefined if they are equal. */
export function changeTo(state: EditorState, wanted: Node): Transaction | undefined {
  const { doc } = state
  if (doc.content.findDiffStart(wanted.content) === null) return undefined
  const small = state.tr
  if (replaces(small, { at: 0, now: doc, wanted }) && small.doc.eq(wanted)) return small
  return state.tr.replaceWith(0, doc.content.size, wanted.content)
}

/**
 * Turns the document into the wanted one without a touch to one block, which must be equal in both. `starts` are where its
 * text starts. Returns undefined if it is not equal, or is in other containers.
 */
export function changeAround(
  state: EditorState,
  wanted: Node,
  starts: { readonly now: number | undefined; readonly wanted: number | undefined },
): Transaction | undefined {
  if (starts.now === undefined || starts.wanted === undefined) return undefined
  const [here, there] = [state.doc.resolve(starts.now), wanted.resolve(starts.wanted)]
  const { depth } = here
  if (depth === 0 || depth !== there.depth || !here.parent.eq(there.parent)) return undefined
  const change = state.tr
  const outside = Array.from({ length: depth }, (_, at) => at)
  if (!outside.every((at) => here.node(at).hasMarkup(there.node(at).type, there.node(at).attrs))) return undefined
  // Replaces the last part first, so that the positions of earlier parts stay valid.
  const behind = outside.map((at) => ({
    at: here.after(at + 1),
    now: here.node(at).cut(here.after(at + 1) - here.start(at)),
    wanted: there.node(at).cut(there.after(at + 1) - there.start(at)),
  }))
  const before = outside.map((at) => ({
    at: here.start(at),
    now: here.node(at).cut(0, here.before(at + 1) - here.start(at)),
    wanted: there.node(at).cut(0, there.before(at + 1) - there.start(at)),
  }))
  const isDone = [...behind, ...before.reverse()].every((part) => replaces(change, part))
  return isDone && change.doc.eq(wanted) ? change : undefined
}

/** Replaces what differs between two contents; `at` is where the present one starts. Returns whether it fits there. */
function replaces(change: Transaction, { at, now, wanted }: { at: number; now: Node; wanted: Node }): boolean {
  const start = now.content.findDiffStart(wanted.content)
  const end = now.content.findDiffEnd(wanted.content)
  if (start === null || !end) return true
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  const step = new ReplaceStep(at + start, at + end.a + overlap, wanted.slice(start, end.b + overlap))
  // A replacement whose ends have different depths may not fit.
  try {
    return change.maybeStep(step).failed === null
  } catch {
    return false
  }
}
