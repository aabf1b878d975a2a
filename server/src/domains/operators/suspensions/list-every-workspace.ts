import { z } from "zod"
import { fromRow } from "#access/from-row.ts"
import { operatorAction } from "#domains/accounts/index.ts"
import { byCreation, listOf } from "#kernel/cursor.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { listWorkspaceRows as listRows } from "./every-workspace-store.ts"

const workspace = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  members: z.int().describe("The number of members."),
  openReports: z.int().describe("The number of open reports about it or its content."),
  createdAt: z.int(),
  suspendedAt: z.int().nullable(),
})

const pages = listOf("every-workspace", byCreation)

export const listEveryWorkspace = operatorAction({
  input: z.object({
    query: z.string().max(200).default("").describe("Words, or parts of words, of the slug."),
    isSuspended: z.boolean().default(false).describe("Only suspended ones."),
    ...listInput(50),
  }),
  output: listOutput(workspace),
  async run(cx, { query, isSuspended, ...asked }) {
    const page = await pages.find(asked, (part) => listRows(cx, { query, isSuspended, ...part }))
    return {
      ...page,
      items: page.items.map(({ members, reports, ...row }) =>
        fromRow(workspace, row, { members: Number(members), openReports: Number(reports) }),
      ),
    }
  },
})
