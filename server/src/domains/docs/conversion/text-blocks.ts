import { type Doc, XmlElement, type XmlFragment, XmlText } from "yjs"
import { textField } from "../doc-format.ts"

/** The blocks that hold words and nothing but what stands among words. */
const textBlocks: readonly string[] = ["paragraph", "heading", "codeBlock"]

/**
 * Gives each empty block of text the part that its words go into. Without it, two who begin to write in an empty line at
 * once make a part each; the editor makes one of both with the next letter, and what was written into the other meanwhile
 * is lost or there twice. So whoever makes a line makes that part too. Runs in the browser and on the server.
 */
export function fillTextBlocks(parent: XmlFragment): void {
  for (const child of parent.toArray()) {
    if (!(child instanceof XmlElement)) continue
    if (textBlocks.includes(child.nodeName) && child.length === 0) child.insert(0, [new XmlText()])
    else fillTextBlocks(child)
  }
}

/** Does so for every block that is made in this doc from now on; what others make they fill themselves. */
export function keepTextBlocksFilled(doc: Doc): void {
  doc.getXmlFragment(textField).observeDeep((events, { local }) => {
    if (!local) return
    // A block is new where something was added to what holds it.
    const parents = events.filter(({ changes }) => changes.added.size > 0).map(({ target }) => target)
    doc.transact(() => {
      for (const parent of parents) if (!(parent instanceof XmlText)) fillTextBlocks(parent as XmlFragment)
    })
  })
}
