import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { linkFilter, readFilter } from "./link-filter.ts"
import { countLinkRows } from "./link-list-store.ts"

export const countLinks = workspaceAction("viewer", "console", {
  input: linkFilter.extend({ in_trash: z.boolean().default(false).describe("Counts the trash instead.") }),
  output: z.object({ links: z.int() }),
  async run(cx, { in_trash, ...asked }) {
    const filter = await readFilter(cx, asked)
    return { links: filter ? await countLinkRows(cx, { ...filter, inTrash: in_trash }) : 0 }
  },
})
