import { Extension } from "@tiptap/core"
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state"
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view"
import type { Awareness } from "y-protocols/awareness"
import { compareRelativePositions, createRelativePositionFromJSON } from "yjs"
import { drawCaret, selectionLook } from "../caret.ts"
import type { Binding } from "./binding.ts"
import type { Cursor } from "./cursor.ts"
import { isFromText } from "./shared-text.ts"

const key = new PluginKey<DecorationSet>("others")

/** Shows remote cursors, and publishes the local one. The service fills in the names. */
export function others(awareness: Awareness, bound: () => Binding | undefined): Extension {
  const draw = (state: EditorState, known: () => DecorationSet) => {
    const fresh = drawn(state, awareness, bound())
    const composed = bound()?.composed(state)
    if (!composed) return DecorationSet.create(state.doc, fresh)
    // A caret that moves within a composed line would split its text, and end the composition.
    const isOutside = ({ from, to }: Decoration) => to < composed.from || from > composed.to
    return DecorationSet.create(state.doc, [...known().find(composed.from, composed.to), ...fresh.filter(isOutside)])
  }
  return Extension.create({
    name: "others",
    priority: 999,
    addProseMirrorPlugins: () => [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply(tr, set, ...[, state]) {
            const mapped = () => set.map(tr.mapping, tr.doc)
            return isFromText(tr) || tr.getMeta(key) ? draw(state, mapped) : mapped()
          },
        },
        props: { decorations: (state) => key.getState(state) },
        view: (view) => follow(view, awareness, bound),
      }),
    ],
  })
}

function drawn({ doc }: EditorState, awareness: Awareness, binding: Binding | undefined): Decoration[] {
  if (!binding) return []
  return [...awareness.getStates()].flatMap(([client, { user = {}, cursor }]) => {
    const read = client === awareness.clientID ? undefined : readCursor(cursor)
    const [anchor, head] = [read && binding.posOf(doc, read.anchor), read && binding.posOf(doc, read.head)]
    if (anchor === undefined || head === undefined) return []
    return [
      Decoration.widget(head, () => drawCaret(user), { key: String(client), side: 10 }),
      Decoration.inline(Math.min(anchor, head), Math.max(anchor, head), selectionLook(user), { inclusiveEnd: true }),
    ]
  })
}

function readCursor(cursor: unknown): Cursor | undefined {
  const { anchor, head } = (cursor ?? {}) as Partial<Cursor>
  if (!anchor || !head) return undefined
  return { anchor: createRelativePositionFromJSON(anchor), head: createRelativePositionFromJSON(head) }
}

function follow(view: EditorView, awareness: Awareness, bound: () => Binding | undefined) {
  const tell = () => {
    const before = readCursor(awareness.getLocalState()?.cursor)
    const now = view.hasFocus() ? bound()?.cursorOf(view.state) : undefined
    const isSame =
      now && before
        ? compareRelativePositions(now.anchor, before.anchor) && compareRelativePositions(now.head, before.head)
        : !now && !before
    if (!isSame) awareness.setLocalStateField("cursor", now ?? null)
  }
  const redraw = () => view.dispatch(view.state.tr.setMeta(key, true))
  // The service sets the user; a browser publishes only its cursor.
  awareness.setLocalStateField("user", {})
  awareness.on("change", redraw)
  view.dom.addEventListener("focusin", tell)
  view.dom.addEventListener("focusout", tell)
  redraw() // the cursors that arrived before the editor was created
  return {
    update: tell,
    destroy() {
      awareness.off("change", redraw)
      view.dom.removeEventListener("focusin", tell)
      view.dom.removeEventListener("focusout", tell)
      awareness.setLocalStateField("cursor", null)
    },
  }
}
