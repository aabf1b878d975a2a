import { Doc } from "yjs"
import type { Whose } from "../../../unsent/notes.ts"
import { keep } from "./kept.ts"
import { plainText } from "./plain-text.ts"

export { dropKeptDoc } from "../../../unsent/kept-docs.ts"

/** The text of a doc as this browser has it, with the words that are not stored. */
export async function readUnsentText(whose: Whose): Promise<string> {
  const doc = new Doc()
  const kept = await keep(doc, whose, () => {})
  kept.close()
  return plainText(doc)
}
