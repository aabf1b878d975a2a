import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { listTagRows } from "./tag-store.ts"

export const listLinkTags = workspaceAction("viewer", "console", {
  input: z.strictObject({}),
  output: z.object({
    tags: z.array(
      z.object({ name: z.string(), links: z.int().describe("The number of links with it, without the trash.") }),
    ),
  }),
  async run(cx) {
    return { tags: await listTagRows(cx) }
  },
})
