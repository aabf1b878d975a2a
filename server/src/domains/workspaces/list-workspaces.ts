import { z } from "zod"
import { personAction } from "#access/action.ts"
import { roles } from "#access/roles.ts"
import { listOf } from "#kernel/cursor.ts"
import { pageEnd, toolListInput } from "#kernel/list-input.ts"
import { listWorkspacesOf, type OwnWorkspace } from "./workspace-store.ts"

const pages = listOf("workspaces", ({ joinedAt, id }: OwnWorkspace) => ({ at: joinedAt, id }))
const everything = { at: Number.MAX_SAFE_INTEGER, id: "" }

/** Lists the workspaces that the caller can act on: the person's, or the one that a connection was granted. */
export const listWorkspaces = personAction("workspace:read", {
  input: z.strictObject({ cursor: toolListInput.cursor, limit: toolListInput.limit }),
  output: z.object({
    workspaces: z
      .array(
        z.object({
          id: z.string().meta({ examples: ["workspace_3kTMd0cQxVb2rWn8LzYp5H"] }),
          slug: z
            .string()
            .describe("The workspace in URLs.")
            .meta({ examples: ["studio"] }),
          name: z.string().meta({ examples: ["Studio Ada"] }),
          role: z.enum(roles).describe("The person's role: viewers read, members write, admins and owners manage."),
          isCurrent: z.boolean().describe("Whether tool calls act in it."),
        }),
      )
      .describe("Most recently joined first."),
    ...pageEnd,
  }),
  async run(cx, asked) {
    const { accountId, grantId = "" } = cx
    const { items, ...end } = await pages.find(asked, ({ limit, place: before = everything }) =>
      listWorkspacesOf(cx, { accountId, grantId, before, limit }),
    )
    const workspaces = items.map(({ joinedAt, ...shown }) => ({ ...shown, isCurrent: shown.id === cx.actsIn }))
    return { workspaces, ...end }
  },
})
