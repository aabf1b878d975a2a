import { Extension } from "@tiptap/core"
import { DOMParser, DOMSerializer, type ResolvedPos, type Slice } from "@tiptap/pm/model"
import { Plugin } from "@tiptap/pm/state"
import { copiedText } from "./copied-text.ts"
import { ownMark, readHtml, readTasks } from "./read-html.ts"

/** Reads what other programs copied, and writes what they can paste. */
export const clipboard = Extension.create({
  name: "clipboard",
  priority: 1_000,
  addProseMirrorPlugins() {
    const { nodes, marks } = DOMSerializer.fromSchema(this.editor.schema)
    return [
      new Plugin({
        props: {
          transformPastedHTML: readHtml,
          clipboardTextParser: readText,
          clipboardTextSerializer: (slice, { state }) => copiedText(slice, state.selection.$from),
          clipboardSerializer: new OwnSerializer(nodes, marks),
        },
      }),
    ]
  },
})

class OwnSerializer extends DOMSerializer {
  override serializeFragment(...[fragment, options, target]: Parameters<DOMSerializer["serializeFragment"]>) {
    const made = super.serializeFragment(fragment, options, target)
    if (!target && made.firstChild instanceof Element) made.firstChild.setAttribute(ownMark, "")
    return made
  }
}

/** Text with boxes becomes checklists. Undefined for other text, which the library reads. */
function readText(text: string, $context: ResolvedPos, isPlain: boolean): Slice {
  const tasks = isPlain ? undefined : readTasks(text)
  const parser = DOMParser.fromSchema($context.doc.type.schema)
  return (tasks && parser.parseSlice(tasks, { preserveWhitespace: true, context: $context })) as Slice
}
