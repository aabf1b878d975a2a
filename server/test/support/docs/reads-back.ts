import assert from "node:assert/strict"
import fc from "fast-check"
import * as Y from "yjs"
import type { DocNode } from "#contract/docs/doc-node.ts"
import { docSchema, fromJson, toJson } from "#domains/docs/conversion/index.ts"
import { docTitle, emptyBody } from "#domains/docs/doc-input.ts"
import { lossesOfExport } from "#domains/docs/markdown/export-doc.ts"
import { takeTitle } from "#domains/docs/markdown/import-doc.ts"
import { readMarkdown } from "#domains/docs/markdown/read-markdown.ts"
import { titleIsWhole, toMarkdownFile } from "#domains/docs/markdown/to-file.ts"
import { writeMarkdown } from "#domains/docs/markdown/write-markdown.ts"
import { anyDoc } from "./any-doc.ts"
import { type Choose, spoil } from "./spoil-doc.ts"

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

/** Throws when the Markdown of a spoiled doc is not that of the doc before, or when its export does not name that. */
export function exportsWithoutSpoils(json: DocNode, seed: number): void {
  const before = asStored(json)
  const doc = spoil(before, chooser(seed))
  const [expected, written] = [before, doc].map((one) => writeMarkdown(one))
  if (written !== expected) throw new Error(`Not the same:\n${JSON.stringify(expected)}\n${JSON.stringify(written)}`)
  const isSpoiled = JSON.stringify(doc) !== JSON.stringify(before)
  const names = lossesOfExport(doc).join() !== lossesOfExport(before).join()
  if (isSpoiled !== names) throw new Error(`An export of it ${names ? "names what is not lost" : "names no loss"}.`)
}

/** A title as people type it, with or without an emoji beside it. */
const titles = fc.record({
  emoji: fc.option(fc.constantFrom("🚀", "👩‍🚀", "#️⃣", "1️⃣", "❤️")),
  title: fc
    .array(
      fc.oneof(fc.constantFrom("🚀", "👩‍🚀", "*️⃣", "2️⃣", "❤️", "1.", "#", "&#128640;", "a", "_b_", " "), fc.string()),
      { maxLength: 6 },
    )
    .map((parts) => docTitle.safeParse(parts.join("")).data ?? "Untitled"),
})

/** Throws when an exported title is not the same after its import. */
function titleReadsBack({ title, emoji }: { title: string; emoji: string | null }): void {
  const { markdown, fileName } = toMarkdownFile({ title, emoji }, emptyBody)
  const read = takeTitle(readMarkdown(markdown), { fileName, hasSign: !titleIsWhole.test(markdown) })
  assert.deepEqual([read.title, read.emoji, read.content], [title, emoji, emptyBody], markdown)
}

/** A small random generator (mulberry32). */
function chooser(seed: number): Choose {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    return ((mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** CI tries the same docs each time; other runs try new ones. */
const seed = process.env.CI === "true" ? { seed: 20_261_130 } : {}

/** Finds and prints the smallest doc that does not read back. */
export function everyDocReadsBack(numRuns: number): void {
  fc.assert(fc.property(anyDoc, readsBack), { numRuns, ...seed })
  fc.assert(fc.property(anyDoc, fc.nat(), exportsWithoutSpoils), { numRuns, ...seed })
  fc.assert(fc.property(titles, titleReadsBack), { numRuns, ...seed })
}
