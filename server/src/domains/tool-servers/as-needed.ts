import type { Context, Inside } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { hasToolServers } from "./due-store.ts"

// These functions import their modules on demand: a process that uses no tool server does not load them.

export async function endToolSignInsOfMember(
  cx: Inside,
  member: { accountId: string; workspaceId: WorkspaceId },
): Promise<void> {
  await (await import("./end-member-sign-ins.ts")).endToolSignInsOfMember(cx, member)
}

export async function endToolSignInsOfAccount(cx: Inside, accountId: string): Promise<void> {
  await (await import("./end-member-sign-ins.ts")).endToolSignInsOfAccount(cx, accountId)
}

export async function removeToolServers(cx: Inside, workspaceId: WorkspaceId): Promise<void> {
  await (await import("./end-member-sign-ins.ts")).removeToolServers(cx, workspaceId)
}

export async function refreshToolServer(cx: Context, job: { serverId: string }): Promise<void> {
  await (await import("./calls/index.ts")).refreshToolServer(cx, job)
}

export async function revokeToolToken(cx: Context, job: { tokenId: string }): Promise<void> {
  await (await import("./tokens/index.ts")).revokeToolToken(cx, job)
}

export async function sweepToolServers(cx: Context): Promise<void> {
  if (await hasToolServers(cx)) await (await import("./sweep-tool-servers.ts")).sweepToolServers(cx)
}
