import { z } from "zod"
import { fromRow } from "#access/from-row.ts"
import { ServiceError } from "#kernel/error.ts"
import type { DocRow } from "./doc-store.ts"

export const doc = z.object({
  id: z.string(),
  title: z.string(),
  emoji: z.string().nullable(),
  body: z.looseObject({ type: z.literal("doc") }),
  version: z.int(),
  savedBy: z.string().describe("The account that saved it last."),
  createdAt: z.int(),
  updatedAt: z.int(),
})

export function toDoc(row: DocRow): z.output<typeof doc> {
  return fromRow(doc, row, { body: JSON.parse(row.body) as z.output<typeof doc>["body"] })
}

export const noSuchDoc = () =>
  new ServiceError("not_found", "Doc not found.", {
    hint: "It may be in the trash.",
  })
