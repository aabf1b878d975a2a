import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { linkedKinds } from "#domains/docs/index.ts"
import { cleanText } from "#kernel/clean-text.ts"
import { idInput } from "#kernel/id-input.ts"
import { findTitles } from "./title-store.ts"

const link = z.object({ kind: z.enum(linkedKinds), ref: idInput.describe("The id of the thing.") })

/** Things in the trash, deleted ones and those of other workspaces have no title. */
export const resolveLinks = workspaceAction("viewer", "console", {
  input: z.strictObject({ links: z.array(link).max(200) }),
  output: z.object({
    items: z
      .array(
        link.extend({ title: z.string().nullable(), emoji: z.string().nullable().describe("A doc may have one.") }),
      )
      .describe("One for each link, in the same order."),
  }),
  async run(cx, { links }) {
    const found = await findTitles(cx, links)
    const items = links.map(({ kind, ref }) => {
      const { title = null, emoji = null } = found.get(`${kind} ${ref}`) ?? {}
      return { kind, ref, title: title === null ? null : cleanText(title, 200), emoji }
    })
    return { items }
  },
})
