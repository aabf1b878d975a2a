import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { ConnectionCaller, Reading, SignedIn, WorkspaceIdOrSlug } from "./context.ts"
import { findMembership, findOwnWorkspaceId, isInUse, type Membership } from "./membership-store.ts"

/**
 * Finds the caller's membership. A connection bound to a workspace and granted before its person joined has none: a
 * removal ends connections for good.
 */
export async function findStandingMembership(cx: Reading, caller: SignedIn): Promise<Membership | undefined> {
  const membership = await findMembership(cx, caller.accountId, workspaceOf(caller))
  const boundAt = caller.kind === "connection" ? caller.boundAt : undefined
  const isOlder = membership !== undefined && boundAt !== undefined && boundAt < membership.created_at
  return isOlder ? undefined : membership
}

function workspaceOf(caller: SignedIn): WorkspaceIdOrSlug {
  if (caller.kind !== "person") return caller.workspace
  return { slug: caller.workspaceSlug ?? "" }
}

/** The current relation of a connection's person to the workspace that its calls act in. */
export async function findStanding(cx: Reading, caller: ConnectionCaller): Promise<"member" | "no member" | "deleted"> {
  if (await findStandingMembership(cx, caller)) return "member"
  return (await isInUse(cx, caller.workspace.workspaceId)) ? "no member" : "deleted"
}

/** Finds a workspace by slug: one of the connection's person, deleted or not, or only the one that it is bound to. */
export async function findNamedWorkspace(
  cx: Reading,
  { accountId, workspaceId: boundTo }: { accountId: string; workspaceId: WorkspaceId | null },
  slug: string,
): Promise<WorkspaceId | undefined> {
  const named = await findOwnWorkspaceId(cx, accountId, slug)
  return boundTo === null || boundTo === named ? named : undefined
}
