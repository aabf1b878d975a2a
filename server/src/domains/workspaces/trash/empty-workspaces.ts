import type { Context, Inside, Reading } from "#access/context.ts"
import type { EmptyStep } from "#access/domain-steps.ts"
import { usualSize } from "#access/in-batches.ts"
import { listMemberIds } from "#access/membership-store.ts"
import { endGrantsOfMember } from "#domains/connections/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { trashMs } from "../trash-time.ts"
import { leaveShell, listOverdue, ownSteps, removeMemberRow } from "./empty-store.ts"

const workspacesAtOnce = 20

/** What a domain does when a workspace is emptied. */
export interface Emptying {
  /** Whether nothing is under way in the workspace. Until then it is kept, so that each payment ends. */
  readonly isSettled?: (cx: Reading, workspaceId: WorkspaceId) => Promise<boolean>
  /** Deletes its rows in batches, in an order in which no row is deleted while another one refers to it. */
  readonly empty?: readonly EmptyStep[]
  /** Deletes the rest, together with those of all domains. */
  readonly emptyLast?: readonly EmptyStep[]
}

/**
 * Deletes the content of workspaces that have been in the trash for 30 days. The next run continues an interrupted one.
 * Purchases stay as a record. `domains` are in an order in which no row is deleted while another one refers to it.
 */
export async function emptyWorkspaces(cx: Context, domains: readonly Emptying[]): Promise<void> {
  for (const id of await listOverdue(cx, cx.now() - trashMs, workspacesAtOnce)) {
    const settled = await Promise.all(domains.map(({ isSettled }) => isSettled?.(cx, id) ?? true))
    if (settled.every(Boolean)) await emptyWorkspace(cx, id, domains)
  }
}

async function emptyWorkspace(cx: Context, id: WorkspaceId, domains: readonly Emptying[]): Promise<void> {
  for (const step of [...domains.flatMap(({ empty = [] }) => empty), ...ownSteps])
    while ((await cx.atomically((cx) => step(cx, id, usualSize))) > 0);
  for (const accountId of await listMemberIds(cx, id)) await cx.atomically((cx) => endMember(cx, id, accountId))
  await cx.atomically(async (cx) => {
    for (const step of domains.flatMap(({ emptyLast = [] }) => emptyLast)) await step(cx, id, usualSize)
    await leaveShell(cx, id)
  })
}

async function endMember(cx: Inside, workspaceId: WorkspaceId, accountId: string): Promise<void> {
  await endGrantsOfMember(cx, { accountId, workspaceId })
  await removeMemberRow(cx, workspaceId, accountId)
}
