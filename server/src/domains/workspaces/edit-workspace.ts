import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { nameInput } from "#kernel/name-input.ts"
import { contactInput } from "./contact-input.ts"
import { announceWorkspace, workspaceEvents } from "./slugs/index.ts"
import { updateWorkspace } from "./workspace-store.ts"

export const editWorkspace = workspaceAction({
  scope: "console",
  role: "admin",
  changes: ["workspace"],
  input: z.object({
    name: nameInput.describe("What people see; 1 to 80 characters.").optional(),
    contact: contactInput
      .nullable()
      .describe("Where buyers reach the seller: an e-mail address, an HTTPS address, or null.")
      .optional(),
  }),
  output: z.object({ slug: z.string(), name: z.string(), contact: z.string().nullable() }),
  async run(cx, { name, contact }) {
    const former = cx.workspace
    return cx.atomically(async (cx) => {
      const now = await updateWorkspace(cx, { name, contact })
      const { slug } = now
      if (now.name !== former.name)
        announceWorkspace(cx, workspaceEvents.renamed, {
          name: now.name,
          slug,
          formerName: former.name,
          formerSlug: slug,
        })
      return now
    })
  },
})
