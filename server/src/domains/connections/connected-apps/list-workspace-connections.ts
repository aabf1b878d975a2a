import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Context, Member } from "#access/context.ts"
import { roleCovers } from "#access/roles.ts"
import { byCreation, listOf } from "#kernel/cursor.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { connection, toConnection } from "./list-connections.ts"
import { listReachingGrants, type MembersGrant } from "./workspace-grant-store.ts"

const pages = listOf("workspace-connections", byCreation)

const membersConnection = connection.extend({
  /** Null for other members' connections for every workspace: this one's admins must not see the default one. */
  workspace: connection.shape.workspace.nullable(),
  member: z.object({ accountId: z.string(), email: z.string(), name: z.string().nullable(), isCaller: z.boolean() }),
})

/** Lists the connections with access to the workspace, newest first: for admins all, for others their own. */
export const listWorkspaceConnections = workspaceAction("viewer", "console", {
  input: z.object(listInput(25)),
  output: listOutput(membersConnection),
  async run(cx, asked) {
    const accountId = roleCovers(cx.role, "admin") ? undefined : cx.accountId
    const page = await pages.find(asked, (part) => listReachingGrants(cx, { accountId, ...part }))
    return { ...page, items: page.items.map((row) => toMembersConnection(cx, row)) }
  },
})

function toMembersConnection(cx: Context<Member>, row: MembersGrant): z.input<typeof membersConnection> {
  const { account_id: accountId, email, member_name: name } = row
  const isCaller = accountId === cx.accountId
  const connection = toConnection(cx, row)
  const reachesElsewhere = !isCaller && connection.reach === "every"
  return {
    ...connection,
    ...(reachesElsewhere && { workspace: null, leftOutCount: 0 }),
    member: { accountId, email, name, isCaller },
  }
}
