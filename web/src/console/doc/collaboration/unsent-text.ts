import { Doc } from "yjs"
import type { EditedDoc } from "../../../unsent/notes.ts"
import { keep } from "./kept.ts"
import { plainText } from "./plain-text.ts"

export { dropKeptDoc } from "../../../unsent/kept-docs.ts"

/** The text of this browser's copy of a doc, including unsent edits. */
export async function readUnsentText(whose: EditedDoc): Promise<string> {
  const doc = new Doc()
  const kept = await keep(doc, whose, () => {})
  kept.close()
  return plainText(doc)
}
