import * as Y from "yjs"
import { endName, readLines, sharedText } from "#contract/docs/lines/index.ts"
import { newDoc } from "#domains/docs/vetting/index.ts"

export { sharedText }

/** The element that ends a line of words. */
export function lineEnd(attrs: Record<string, string> = {}): Y.XmlElement {
  const end = new Y.XmlElement(endName)
  for (const [name, value] of Object.entries(attrs)) end.setAttribute(name, value)
  return end
}

/** Writes a line at the end of a doc, as the editor does. */
export function addLine(doc: Y.Doc, ...parts: readonly (string | Y.XmlElement)[]): void {
  const text = sharedText(doc)
  doc.transact(() => {
    for (const part of [...parts, lineEnd()]) {
      if (typeof part === "string") text.insert(text.length, part, {})
      else text.insertEmbed(text.length, part, {})
    }
  })
}

/** The words of a doc, line by line. */
export const linesIn = (doc: Y.Doc): string[] =>
  readLines(sharedText(doc)).map(({ line }) => line.spans.map(({ text }) => text ?? "").join(""))

/** The doc before, and an update that deletes its whole text. */
export function deletionOf(doc: Y.Doc): { known: Y.Doc; update: Uint8Array } {
  const known = newDoc()
  Y.applyUpdate(known, Y.encodeStateAsUpdate(doc))
  const before = Y.encodeStateVector(doc)
  sharedText(doc).delete(0, sharedText(doc).length)
  return { known, update: Y.encodeStateAsUpdate(doc, before) }
}
