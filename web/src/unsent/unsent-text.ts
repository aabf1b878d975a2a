import { Doc } from "yjs"
import { keep } from "../console/doc/collaboration/kept.ts"
import { plainText } from "../console/doc/collaboration/plain-text.ts"
import type { Whose } from "./notes.ts"

export { dropKeptDoc } from "./kept-docs.ts"

/** The text of a doc as this browser has it, with the words that are not stored. */
export async function readUnsentText(whose: Whose): Promise<string> {
  const doc = new Doc()
  const kept = await keep(doc, whose, () => {})
  kept.close()
  return plainText(doc)
}
