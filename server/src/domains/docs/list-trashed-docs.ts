import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { fromRow } from "#access/from-row.ts"
import { byRemoval, listOf } from "#kernel/cursor.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { listTrashedDocRows } from "./doc-store.ts"

const pages = listOf("trashed-docs", byRemoval)

const trashedDoc = z.object({
  id: z.string(),
  title: z.string(),
  emoji: z.string().nullable(),
  deletedAt: z.int().describe("When it was put into the trash, epoch milliseconds."),
})

export const listTrashedDocs = workspaceAction("viewer", "console", {
  input: z.object(listInput(50)),
  output: listOutput(trashedDoc),
  async run(cx, asked) {
    const page = await pages.find(asked, (part) => listTrashedDocRows(cx, part))
    return { ...page, items: page.items.map((row) => fromRow(trashedDoc, row, { deletedAt: row.deleted_at ?? 0 })) }
  },
})
