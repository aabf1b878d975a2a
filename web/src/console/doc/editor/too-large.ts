import { Extension } from "@tiptap/core"
import type { Node as ProseMirrorNode } from "@tiptap/pm/model"
import { Plugin, type Transaction } from "@tiptap/pm/state"
import { type Doc, encodeStateAsUpdate } from "yjs"
import { isTableTooLarge, largestTable } from "../../../../../server/src/contract/docs/table-size.ts"
import { fromText } from "./shared/shown-doc.ts"

/** Insertions below this size (characters and elements), such as typing, are not measured. */
const smallest = 50_000
/** The service's limit for a doc is eight megabytes. */
const mostBytes = 7_500_000
/** The overhead of an element without its text, in bytes. */
const elementBytes = 25

/** Rejects a transaction that would exceed the doc's limits. `onRefuse` receives the reason. */
export const refuseTooLarge = (doc: Doc, onRefuse: (why: string) => void) =>
  Extension.create({
    name: "tooLarge",
    addProseMirrorPlugins: () => [
      new Plugin({
        filterTransaction(transaction) {
          // Remote changes are in the doc already.
          if (!transaction.docChanged || transaction.getMeta(fromText) !== undefined) return true
          const why = whyTooLarge(transaction, () => encodeStateAsUpdate(doc).length)
          if (why !== undefined) onRefuse(why)
          return why === undefined
        },
      }),
    ],
  })

/** The reason why a change exceeds the limits; undefined if it does not. */
export function whyTooLarge({ doc, before, steps }: Transaction, bytesBefore: () => number): string | undefined {
  const added = doc.content.size - before.content.size
  if (added > smallest && bytesBefore() + weightOf(doc) - weightOf(before) > mostBytes) {
    return "This doc is too large. Paste into another doc."
  }
  const hasCells = added > 0 && steps.some((step) => JSON.stringify(step.toJSON()).includes('"tableRow"'))
  if (hasCells && largeTablesIn(doc) > largeTablesIn(before)) {
    return `Tables can have at most ${largestTable.columns} columns and ${largestTable.cells} cells.`
  }
  return undefined
}

function weightOf(doc: ProseMirrorNode): number {
  let bytes = 0
  doc.descendants(({ text }) => {
    bytes += elementBytes + (text === undefined ? 0 : new TextEncoder().encode(text).length)
  })
  return bytes
}

function largeTablesIn(doc: ProseMirrorNode): number {
  let tables = 0
  doc.descendants((node) => {
    if (node.type.name === "table" && isTableTooLarge(columnsOfRows(node))) tables += 1
    return !node.isTextblock
  })
  return tables
}

const columnsOfRows = (table: ProseMirrorNode) =>
  table.children.map((row) => row.children.reduce((sum, { attrs }) => sum + (Number(attrs.colspan) || 1), 0))
