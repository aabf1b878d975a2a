import fc from "fast-check"
import * as Y from "yjs"
import type { DocNode } from "#contract/docs/doc-node.ts"
import { docSchema, fromJson, toJson } from "#domains/docs/conversion/index.ts"
import { readMarkdown } from "#domains/docs/markdown/read-markdown.ts"
import { writeMarkdown } from "#domains/docs/markdown/write-markdown.ts"
import { anyDoc } from "./any-doc.ts"

/** The doc as the service stores it. Throws when the schema does not allow it. */
export function asStored(json: DocNode): DocNode {
  docSchema().nodeFromJSON(json).check()
  const doc = new Y.Doc()
  fromJson(doc, json)
  return toJson(doc)
}

/** Throws with the Markdown and both docs when a doc is not the same after it was written and read, or when reading names a loss. */
export function readsBack(json: DocNode): void {
  const before = asStored(json)
  const markdown = writeMarkdown(before)
  const { body, lost } = readMarkdown(markdown)
  const after = asStored(body)
  const [one, other] = [before, after].map((doc) => JSON.stringify(doc))
  if (lost.length > 0) throw new Error(`An import of it names losses: ${lost}\n${one}\n${markdown}`)
  if (one !== other) throw new Error(`Not the same:\n${one}\n${other}\n${JSON.stringify(markdown)}\n${markdown}`)
}

/** CI tries the same docs each time; other runs try new ones. */
const seed = process.env.CI === "true" ? { seed: 20_261_130 } : {}

/** Finds and prints the smallest doc that does not read back. */
export const everyDocReadsBack = (numRuns: number): void =>
  fc.assert(fc.property(anyDoc, readsBack), { numRuns, ...seed })
