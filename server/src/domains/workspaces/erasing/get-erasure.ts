import { z } from "zod"
import { personAction } from "#access/action.ts"
import { listWorkspacesWithMembers } from "./erase-account-store.ts"
import { fateOf } from "./erasure.ts"

/** Returns what erasing the caller's account would do to each of their workspaces. It changes nothing. */
export const getErasure = personAction("console", {
  input: z.object({}),
  output: z.object({
    workspaces: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        fate: z
          .enum(["closed", "left", "in_the_way"])
          .describe(
            "`in_the_way`: the account is not erased while it is the only owner there, and others belong to it.",
          ),
      }),
    ),
  }),
  async run(cx) {
    const workspaces = await listWorkspacesWithMembers(cx, cx.accountId)
    return { workspaces: workspaces.map((workspace) => ({ ...nameOf(workspace), fate: fateOf(workspace) })) }
  },
})

const nameOf = ({ slug, name }: { slug: string; name: string }) => ({ slug, name })
