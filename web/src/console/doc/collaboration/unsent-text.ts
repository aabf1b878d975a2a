import { Doc } from "yjs"
import type { EditedDoc } from "../../../unsent/notes.ts"
import { keep } from "./local-copy.ts"
import { plainText } from "./plain-text.ts"

export { dropPersistedDoc } from "../../../unsent/persisted-docs.ts"

/** The text of this browser's copy of a doc, including unsent edits. */
export async function readUnsentText(whose: EditedDoc): Promise<string> {
  const doc = new Doc()
  const copy = await keep(doc, whose, () => {})
  copy.close()
  return plainText(doc)
}
