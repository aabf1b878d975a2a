import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { roles } from "#access/roles.ts"
import { logoPath } from "#kernel/addresses.ts"
import { getAppearance } from "./workspace-store.ts"

export const getOwnWorkspace = workspaceAction("viewer", "console", {
  input: z.object({}),
  output: z.object({
    slug: z.string(),
    name: z.string(),
    contact: z.string().nullable().describe("Where buyers reach the seller."),
    logoPath: z.string().nullable().describe("Of its picture, below the base address."),
    sites: z.array(z.string()).describe("The origins of the sites that may frame its checkouts."),
    role: z.enum(roles),
  }),
  async run(cx) {
    const { logoKey, ...shown } = await getAppearance(cx)
    return { ...cx.workspace, ...shown, logoPath: logoKey && logoPath(logoKey), role: cx.role }
  },
})
