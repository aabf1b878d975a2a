import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member } from "#access/caller.ts"
import type { Context, Inside } from "#access/context.ts"
import { holdMembership } from "#access/membership-store.ts"
import { roleCovers } from "#access/roles.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { byCreation, listOf } from "#kernel/cursor.ts"
import { idInput } from "#kernel/id-input.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { noSuchConnection } from "../consent-errors.ts"
import { endGrant, type GrantRow, insertAuditEntry, leaveOut } from "../tokens/index.ts"
import { connection, toConnection } from "./list-connections.ts"
import { listOlderOfSameApp } from "./same-app-store.ts"
import { findReachingGrant, listReachingGrants, type MembersGrant } from "./workspace-grant-store.ts"

const pages = listOf("workspace-connections")

const membersConnection = connection.extend({
  /** Null for another member's connection for every workspace: the others are nothing to the admins of this one. */
  workspace: connection.shape.workspace.nullable(),
  member: z.object({ accountId: z.string(), email: z.string(), name: z.string().nullable(), isCaller: z.boolean() }),
})

/** The connections that reach the workspace now, newest first: the caller's own, and to an admin every member's. */
export const listWorkspaceConnections = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.object(listInput(25)),
  output: listOutput(membersConnection),
  async run(cx, { limit, cursor }) {
    const place = pages.read(cursor)
    const accountId = roleCovers(cx.role, "admin") ? undefined : cx.accountId
    const rows = await listReachingGrants(cx, { accountId, limit, place })
    const page = pages.toPage(rows, limit, byCreation)
    return { ...page, items: page.items.map((row) => toMembersConnection(cx, row)) }
  },
})

function toMembersConnection(cx: Context<Member>, row: MembersGrant): z.input<typeof membersConnection> {
  const { account_id: accountId, email, member_name: name } = row
  const isCaller = accountId === cx.accountId
  const connection = toConnection(row, cx.now())
  const reachesElsewhere = !isCaller && connection.reach === "every"
  return {
    ...connection,
    ...(reachesElsewhere && { workspace: null, leftOutCount: 0 }),
    member: { accountId, email, name, isCaller },
  }
}

/**
 * Ends what a connection can do in the workspace: one that is for this workspace ends, one for every workspace keeps
 * the others. From the commit on it opens and writes nothing here.
 */
export const endWorkspaceConnection = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    noteEnded(cx, await cx.atomically(async (cx) => endHere(cx, await getEndable(cx, id))))
    return { id }
  },
})

/** The same for those that are of the same member and app as this one, and older. */
export const endOlderWorkspaceConnections = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.object({ id: idInput }),
  output: z.object({ ended: z.array(z.string()) }),
  async run(cx, { id }) {
    const ended = await cx.atomically(async (cx) => {
      const older = await listOlderOfSameApp(cx, await getEndable(cx, id))
      const here = older.filter(({ workspace_id }) => workspace_id === null || workspace_id === cx.workspaceId)
      const ended: Ended[] = []
      for (const grant of here) ended.push(...(await endHere(cx, grant)))
      return ended
    })
    noteEnded(cx, ended)
    return { ended: ended.map(({ connectionId }) => connectionId) }
  },
})

/** A connection that the caller may end: their own, or as an admin, which they must still be, anybody's. */
async function getEndable(cx: Inside & Member, id: string): Promise<GrantRow> {
  const membership = await holdMembership(cx, cx.accountId, cx.workspaceId)
  const grant = await findReachingGrant(cx, id)
  const mayEnd = grant?.account_id === cx.accountId || roleCovers(membership?.role ?? "viewer", "admin")
  if (!grant || !mayEnd) throw noSuchConnection()
  return grant
}

interface Ended {
  connectionId: string
  accountId: string
  reason: string
}

/** Answers what ended: nothing when it had ended here before. */
async function endHere(cx: Inside & Member, { id, account_id, workspace_id }: GrantRow): Promise<Ended[]> {
  const isOwn = account_id === cx.accountId
  const ended = { connectionId: id, accountId: account_id }
  if (workspace_id !== null) {
    const reason = isOwn ? "revoked" : "ended_by_admin"
    return (await endGrant(cx, id, { reason })) ? [{ ...ended, reason }] : []
  }
  const outcome = isOwn ? "left_out" : "left_out_by_admin"
  if (!(await leaveOut(cx, id, cx.workspaceId))) return []
  await insertAuditEntry(cx, { grantId: id, accountId: account_id, workspaceId: cx.workspaceId, outcome })
  return [{ ...ended, reason: outcome }]
}

function noteEnded(cx: Context<Member>, ended: readonly Ended[]): void {
  const by = { byAccountId: cx.accountId, workspaceId: cx.workspaceId, network: cx.network }
  for (const one of ended) recordSecurityEvent(cx, "connection_ended", { ...by, ...one })
}
