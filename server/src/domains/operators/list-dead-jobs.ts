import { z } from "zod"
import { fromRow } from "#access/from-row.ts"
import { operatorAction } from "#domains/accounts/index.ts"
import { type GivenUpJob, listGivenUpRows } from "#jobs/given-up-store.ts"
import { listOf } from "#kernel/cursor.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"

const deadJob = z.object({
  id: z.string(),
  kind: z.string(),
  attempts: z.int(),
  lastError: z.string().nullable().describe("It may quote what another server said."),
  createdAt: z.int(),
  deadAt: z.int(),
})

const pages = listOf("dead-jobs", ({ dead_at, id }: GivenUpJob) => ({ at: dead_at ?? 0, id }))

export const listDeadJobs = operatorAction({
  input: z.object(listInput(50)),
  output: listOutput(deadJob),
  async run(cx, asked) {
    const page = await pages.find(asked, (part) => listGivenUpRows(cx, part))
    return { ...page, items: page.items.map((row) => fromRow(deadJob, row, { deadAt: row.dead_at ?? 0 })) }
  },
})
