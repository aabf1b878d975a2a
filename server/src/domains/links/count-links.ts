import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { linkFilter, readFilter } from "./link-filter.ts"
import { countLinkRows } from "./link-list-store.ts"

export const countLinks = workspaceAction("viewer", "console", {
  input: linkFilter.extend({ inTrash: z.boolean().default(false).describe("Counts the trash instead.") }),
  output: z.object({ links: z.int() }),
  async run(cx, { inTrash, ...asked }) {
    const filter = await readFilter(cx, asked)
    return { links: filter ? await countLinkRows(cx, { ...filter, inTrash }) : 0 }
  },
})
