import { InputRule, PasteRule } from "@tiptap/core"
import type { MarkType } from "@tiptap/pm/model"
import { Plugin, TextSelection } from "@tiptap/pm/state"
import type { EditorView } from "@tiptap/pm/view"
import { isSafeHref } from "../../../../../../server/src/contract/docs/safe-href.ts"
import { readPastedUrl } from "../../../../../../server/src/contract/typed-text.ts"
import { withoutEnd } from "../../../../kit/address-end.ts"

/** A URL outside of words and other URLs, up to a space, a quotation mark, or Chinese or Japanese punctuation. */
const address =
  /(?<![\w=/&?#%+.@-])https?:\/\/[^\s<>"“”„«»‹›`\u3001-\u3003\u3008-\u3011\u3014-\u301f！（），：；？｡-､]+/giu

interface Found {
  index: number
  text: string
}

export function addressesIn(text: string): Found[] {
  const found = [...text.matchAll(address)].map(({ 0: all, index }) => ({ index, text: withoutEnd(all) }))
  return found.filter(({ text }) => /^https?:\/\/[^\s/.]{1,}\S{2,}$/i.test(text) && isSafeHref(text))
}

function addressBefore(text: string): Found | undefined {
  const last = addressesIn(text).at(-1)
  return last && /^\S*\s$/.test(text.slice(last.index + last.text.length)) ? last : undefined
}

/** A URL becomes a link when a space follows it. */
export const linkTyped = (type: MarkType) =>
  new InputRule({
    find: (text) => {
      const found = /[^\S\n]$/.test(text) ? addressBefore(text) : undefined
      return found ? { index: found.index, text: text.slice(found.index), data: { href: found.text } } : null
    },
    handler: ({ state: { tr, doc }, range: { from, to }, match: { 0: typed, data } }) => {
      const href = String(data?.href)
      if (doc.rangeHasMark(from, from + href.length, type)) return null
      tr.addMark(from, from + href.length, type.create({ href }))
      // The library's own rule would remove the space after the URL.
      tr.insertText(typed.slice(-1), to).removeStoredMark(type)
    },
  })

/** URLs in pasted text become links. Pasted links keep their own. */
export const linkPasted = (type: MarkType) =>
  new PasteRule({
    find: (text) => addressesIn(text).map((found) => ({ ...found, data: { href: found.text } })),
    handler: ({ state: { tr, doc }, range: { from, to }, match: { data } }) => {
      if (doc.rangeHasMark(from, to, type)) return null
      tr.addMark(from, to, type.create({ href: data?.href })).removeStoredMark(type)
    },
  })

/** Links a URL at the end of a line, and the selected words over which an address is pasted. */
export const linkOtherwise = (type: MarkType) =>
  new Plugin({
    props: {
      handleKeyDown(view, { key }) {
        if (key === "Enter" && !view.composing) linkBeforeCaret(view, type)
        return false
      },
      handlePaste: (view, { clipboardData }) => linkSelected(view, type, clipboardData?.getData("text/plain") ?? ""),
    },
  })

function linkBeforeCaret(view: EditorView, type: MarkType): void {
  const { selection, tr, doc } = view.state
  const { $from, empty } = selection
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return
  const found = addressBefore(`${$from.parent.textBetween(0, $from.parentOffset, undefined, "\ufffc")} `)
  if (!found) return
  const [from, to] = [$from.start() + found.index, $from.start() + found.index + found.text.length]
  if (!doc.rangeHasMark(from, to, type)) view.dispatch(tr.addMark(from, to, type.create({ href: found.text })))
}

function linkSelected(view: EditorView, type: MarkType, text: string): boolean {
  const { selection, tr, doc } = view.state
  const { from, to, empty } = selection
  const href = pastedAddress(text)
  if (!(selection instanceof TextSelection) || empty || !href || pastedAddress(doc.textBetween(from, to))) return false
  tr.addMark(from, to, type.create({ href }))
  if (!tr.docChanged) return false
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, to)).removeStoredMark(type).scrollIntoView())
  return true
}

/** The address that a text is; undefined if it is more or none. */
function pastedAddress(text: string): string | undefined {
  const [, inside = ""] = /^<?(.*?)>?$/s.exec(withoutEnd(readPastedUrl(text))) ?? []
  const bare = readPastedUrl(inside)
  const href = withoutEnd(/^www\.[^\s.]/i.test(bare) ? `https://${bare}` : bare)
  return isSafeHref(href) ? href : undefined
}
