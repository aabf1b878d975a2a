import { Extension } from "@tiptap/core"
import { type EditorState, Plugin, PluginKey, type Selection, type Transaction } from "@tiptap/pm/state"
import { isFromText } from "../shared/index.ts"

/** The trigger and query at the cursor: `/` for blocks, `@` for members, `[[` for things of the workspace. */
export interface SuggestTrigger {
  sign: "/" | "@" | "[["
  query: string
  /** The start of the trigger and the end of the query. */
  from: number
  to: number
}

interface Kept {
  asked: SuggestTrigger | null
  /** The position where the list was closed; it stays closed there. */
  closedAt: number | null
}

/** The list's key handler; it returns true for a key that it handled. */
export interface SuggestKeys {
  press: ((event: KeyboardEvent) => boolean) | undefined
}

const key = new PluginKey<Kept>("suggest")

export const askedAt = (state: EditorState): SuggestTrigger | null => key.getState(state)?.asked ?? null

/** Closes the list until another trigger is typed. */
export const closeSuggest = (tr: Transaction): Transaction => tr.setMeta(key, "close")

/** Detects a typed trigger, and passes keys to the list while it is open. */
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
  // Only local typing opens the list: not a moving cursor, and not remote changes.
  const isTyped = tr.docChanged && !isFromText(tr)
  return { asked: asked || isTyped ? found : null, closedAt: null }
}

/** The number of characters before the cursor that are searched. */
const reach = 60
const form = /(?:^|[\s(\ufffc])(\/|@|\[\[)((?!\s)[^\n\ufffc/@[\]]{0,40})$/

function findAsked({ empty, $from }: Selection): SuggestTrigger | null {
  if (!empty || $from.parent.type.spec.code) return null
  const at = $from.parentOffset
  const before = $from.parent.textBetween(Math.max(0, at - reach), at, "\n", "\ufffc")
  const [, sign, query] = form.exec(before) ?? []
  if (sign === undefined || query === undefined) return null
  const from = $from.pos - sign.length - query.length
  return { sign: sign as SuggestTrigger["sign"], query, from, to: $from.pos }
}
