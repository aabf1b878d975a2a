import type { Context, Inside } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { hasToolServers } from "./due-store.ts"

// What others ask of tool servers now and then. A process in which nobody uses one does not load what is behind it.

/** See `end-member-sign-ins.ts`. */
export async function endToolSignInsOfMember(
  cx: Inside,
  member: { accountId: string; workspaceId: WorkspaceId },
): Promise<void> {
  await (await import("./end-member-sign-ins.ts")).endToolSignInsOfMember(cx, member)
}

/** See `end-member-sign-ins.ts`. */
export async function endToolSignInsOfAccount(cx: Inside, accountId: string): Promise<void> {
  await (await import("./end-member-sign-ins.ts")).endToolSignInsOfAccount(cx, accountId)
}

/** See `end-member-sign-ins.ts`. */
export async function removeToolServers(cx: Inside, workspaceId: WorkspaceId): Promise<void> {
  await (await import("./end-member-sign-ins.ts")).removeToolServers(cx, workspaceId)
}

/** See `calls/refresh-tool-server.ts`. */
export async function refreshToolServer(cx: Context, job: { serverId: string }): Promise<void> {
  await (await import("./calls/index.ts")).refreshToolServer(cx, job)
}

/** See `tokens/revoke-tool-token.ts`. */
export async function revokeToolToken(cx: Context, job: { tokenId: string }): Promise<void> {
  await (await import("./tokens/index.ts")).revokeToolToken(cx, job)
}

/** See `sweep-tool-servers.ts`. */
export async function sweepToolServers(cx: Context): Promise<void> {
  if (await hasToolServers(cx)) await (await import("./sweep-tool-servers.ts")).sweepToolServers(cx)
}
