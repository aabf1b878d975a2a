import { Extension } from "@tiptap/core"
import { type EditorState, Plugin, PluginKey, type Selection, type Transaction } from "@tiptap/pm/state"
import { isFromText } from "./shared/index.ts"

/** What is being asked for in the text: `/` a block, `@` a member, `[[` something of the workspace. */
export interface Asked {
  sign: "/" | "@" | "[["
  query: string
  /** Where the sign begins, and where the query ends. */
  from: number
  to: number
}

interface Kept {
  asked: Asked | null
  /** Where it was closed; it stays closed there. */
  closedAt: number | null
}

/** What the list of suggestions does with a key; true when it took it. */
export interface SuggestKeys {
  press: ((event: KeyboardEvent) => boolean) | undefined
}

const key = new PluginKey<Kept>("suggest")

/** What is asked for at the cursor; null when nothing is. */
export const askedAt = (state: EditorState): Asked | null => key.getState(state)?.asked ?? null

/** Closes the list of suggestions, until a sign is typed again. */
export const closeSuggest = (tr: Transaction): Transaction => tr.setMeta(key, "close")

/** Watches for a sign that is typed, and hands the keys to the list while it is open. */
export function suggest(keys: SuggestKeys): Extension {
  return Extension.create({
    name: "suggest",
    priority: 1_100,
    addProseMirrorPlugins: () => [
      new Plugin<Kept>({
        key,
        state: { init: () => ({ asked: null, closedAt: null }), apply },
        props: {
          handleKeyDown: (view, event) => askedAt(view.state) !== null && (keys.press?.(event) ?? false),
          handleDOMEvents: {
            blur: (view) => {
              if (askedAt(view.state)) view.dispatch(closeSuggest(view.state.tr))
            },
          },
        },
      }),
    ],
  })
}

function apply(tr: Transaction, { asked, closedAt }: Kept): Kept {
  const found = findAsked(tr.selection)
  if (!found) return { asked: null, closedAt: null }
  if (tr.getMeta(key) === "close") return { asked: null, closedAt: found.from }
  if (closedAt !== null && tr.mapping.map(closedAt) === found.from) return { asked: null, closedAt: found.from }
  // Only what is typed here opens the list: not a cursor that moves by, and not what others write.
  const isTyped = tr.docChanged && !isFromText(tr)
  return { asked: asked || isTyped ? found : null, closedAt: null }
}

/** As many characters before the cursor are looked at. */
const reach = 60
const form = /(?:^|[\s(\ufffc])(\/|@|\[\[)((?!\s)[^\n\ufffc/@[\]]{0,40})$/

function findAsked({ empty, $from }: Selection): Asked | null {
  if (!empty || $from.parent.type.spec.code) return null
  const at = $from.parentOffset
  const before = $from.parent.textBetween(Math.max(0, at - reach), at, "\n", "\ufffc")
  const [, sign, query] = form.exec(before) ?? []
  if (sign === undefined || query === undefined) return null
  const from = $from.pos - sign.length - query.length
  return { sign: sign as Asked["sign"], query, from, to: $from.pos }
}
