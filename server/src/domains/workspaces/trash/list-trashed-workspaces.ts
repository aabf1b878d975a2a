import { z } from "zod"
import { personAction } from "#access/action.ts"
import { roles } from "#access/roles.ts"
import { trashMs } from "../trash-time.ts"
import { listTrashed } from "./trash-store.ts"

export const listTrashedWorkspaces = personAction("console", {
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        role: z.enum(roles),
        deletedAt: z.int(),
        restorableUntil: z.int().describe("Epoch milliseconds; from then on it is deleted for good."),
      }),
    ),
  }),
  async run(cx) {
    const rows = await listTrashed(cx, cx.now() - trashMs)
    return { items: rows.map(({ id, ...row }) => ({ ...row, restorableUntil: row.deletedAt + trashMs })) }
  },
})
