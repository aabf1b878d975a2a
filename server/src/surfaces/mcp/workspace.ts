import type { Reading } from "#access/context.ts"
import { findNamedWorkspace } from "#access/standing.ts"
import type { Connection } from "#domains/connections/index.ts"
import { ServiceError } from "#kernel/error.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { invalidMessage } from "./rpc.ts"

/**
 * A connection for every workspace uses the one in `SVC-Workspace`, or the default one; `perform` checks membership.
 * @throws ServiceError `workspace_forbidden`, the same for others' workspaces and for those not granted.
 */
export async function findWorkspace(
  cx: Reading,
  connection: Connection,
  slug: string | undefined,
): Promise<WorkspaceId> {
  if (slug === undefined) return connection.workspaceId ?? connection.defaultWorkspaceId
  if (!/^[a-z0-9-]{1,32}$/i.test(slug)) {
    throw invalidMessage("The header `SVC-Workspace` has no valid slug. Use one from list_workspaces.")
  }
  const named = await findNamedWorkspace(cx, connection, slug.toLowerCase())
  if (named === undefined) throw outOfReach()
  return named
}

const outOfReach = () =>
  new ServiceError("workspace_forbidden", "This connection has no access to the workspace in `SVC-Workspace`.", {
    hint: "Remove the header, or use one from list_workspaces.",
  })
