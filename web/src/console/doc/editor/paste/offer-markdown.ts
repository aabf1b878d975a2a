import { type Editor, Extension } from "@tiptap/core"
import { Plugin, PluginKey, TextSelection } from "@tiptap/pm/state"
import { toast } from "../../../toast.ts"

interface Pasted {
  readonly of: { readonly text: string }
  readonly from: number
  readonly to: number
}

const key = new PluginKey<Pasted | undefined>("offerMarkdown")

/** Offers to read pasted text as Markdown, if it has marks of Markdown. */
export const offerMarkdown = Extension.create({
  name: "offerMarkdown",
  addProseMirrorPlugins() {
    const { editor } = this
    let next: Pasted["of"] | undefined
    return [
      new Plugin<Pasted | undefined>({
        key,
        props: {
          handlePaste({ state }, { clipboardData }, { content }) {
            const text = clipboardData?.getData("text/plain") ?? ""
            // Editors of code copy the same text as HTML, too.
            const isCode = content.childCount === 1 && content.firstChild?.type.name === "codeBlock"
            const isText = isCode || !clipboardData?.types.includes("text/html")
            const isIntoCode = state.selection.$from.parent.type.spec.code
            next = isText && !isIntoCode && hasMarkdown(text) ? { text } : undefined
            return false
          },
        },
        state: {
          init: () => undefined,
          apply(tr, pasted) {
            if (tr.getMeta("paste")) {
              const range = tr.changedRange()
              const of = next
              next = undefined
              return of && range ? { of, ...range } : undefined
            }
            if (!pasted || !tr.docChanged) return pasted
            return { of: pasted.of, from: tr.mapping.map(pasted.from), to: tr.mapping.map(pasted.to, -1) }
          },
        },
        view: () => ({
          update({ state }, before) {
            const of = key.getState(state)?.of
            if (of && of !== key.getState(before)?.of) offer(editor, of)
          },
        }),
      }),
    ]
  },
})

const kinds = [
  /^ {0,3}#{1,6} \S/m,
  /^\s*[-*+] (?!\[)\S/m,
  /^\s*\d{1,3}[.)] \S/m,
  /^\s*[-*+] \[[ x]\] /im,
  /^ {0,3}> ?\S/m,
  /^ {0,3}(?:```|~~~)/m,
  /^\s*\|?\s*:?-{3,}:?\s*\|[\s|:-]*$/m,
  /(?:\*\*|__)(?=\S)[^*_\n]*\S(?:\*\*|__)/,
  /(?<![\w*_])[*_](?=[^\s*_])[^*_\n]*[^\s*_][*_](?![\w*_])/,
  /~~\S[^~\n]*~~/,
  /`[^`\n]+`/,
  /\[[^\]\n]+\]\([^)\s]+\)/,
]

const hasMarkdown = (text: string): boolean => kinds.filter((kind) => kind.test(text)).length >= 2

/** The reader is loaded first: then the offer holds without a connection, too. */
async function offer(editor: Editor, of: Pasted["of"]): Promise<void> {
  const { markdownToHtml } = await import("./markdown-to-html.ts")
  const textNow = () => {
    const pasted = editor.isDestroyed ? undefined : key.getState(editor.state)
    return pasted?.of === of ? editor.state.doc.textBetween(pasted.from, pasted.to, "\n") : undefined
  }
  const before = textNow()
  const run = () => {
    const pasted = key.getState(editor.state)
    if (!pasted || !editor.isEditable || textNow() !== before) {
      toast({ tone: "bad", title: "The pasted text has changed. Paste it again." })
      return
    }
    const { doc, tr } = editor.state
    editor.view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(pasted.from), doc.resolve(pasted.to))))
    editor.view.pasteHTML(markdownToHtml(of.text))
    editor.view.focus()
  }
  if (before === undefined) return
  toast({ title: "The pasted text looks like Markdown.", action: { label: "Paste as Markdown", run } })
}
