import { z } from "zod"
import { fromRow } from "#access/from-row.ts"
import { operatorAction } from "#domains/accounts/index.ts"
import { byCreation, listOf } from "#kernel/cursor.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { reason, subject } from "../subject.ts"
import { findSubjects } from "../subject-store.ts"
import { listSuspensionRows } from "./suspension-store.ts"

const suspension = z.object({
  id: z.string(),
  subject,
  reason,
  words: z.string().nullable().describe("What its members were told beside the reason."),
  createdAt: z.int(),
  liftedAt: z.int().nullable(),
})

const pages = listOf("suspensions", byCreation)

export const listSuspensions = operatorAction({
  input: z.object({ isLifted: z.boolean().default(false), ...listInput(50) }),
  output: listOutput(suspension),
  async run(cx, { isLifted, ...asked }) {
    const page = await pages.find(asked, (part) => listSuspensionRows(cx, { isLifted, ...part }))
    const subjectOf = await findSubjects(cx, page.items)
    return { ...page, items: page.items.map((row) => fromRow(suspension, row, { subject: subjectOf(row) })) }
  },
})
