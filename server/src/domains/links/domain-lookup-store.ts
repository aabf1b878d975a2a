import type { Member } from "#access/caller.ts"
import type { Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { prepared } from "#storage/prepared.ts"
import { domainNamespace, sharedNamespace } from "./namespace.ts"

const owned = prepared<{ hostname: string }, { workspace_id: WorkspaceId }>((db, arg) =>
  db.selectFrom("directory").select("workspace_id").where("kind", "=", "hostname").where("key", "=", arg("hostname")),
)

/** Whether this hostname is a workspace's verified domain, on which links are served. */
export async function isOwnedHostname(cx: Reading, hostname: string): Promise<boolean> {
  return (await owned(cx.db, { hostname })).length > 0
}

export async function isOwnDomain(cx: Reading & Member, hostname: string): Promise<boolean> {
  return (await owned(cx.db, { hostname }))[0]?.workspace_id === cx.workspaceId
}

/** The namespaces in which links of a workspace are served, of those that these links are in. */
export async function listServed(
  cx: Reading,
  workspaceId: WorkspaceId,
  links: readonly { namespace: string }[],
): Promise<ReadonlySet<string>> {
  if (links.every(({ namespace }) => namespace === sharedNamespace)) return new Set([sharedNamespace])
  const domains = await cx.db
    .selectFrom("directory")
    .select("key")
    .where("kind", "=", "hostname")
    .where("workspace_id", "=", workspaceId)
    .execute()
  return new Set([sharedNamespace, ...domains.map(({ key }) => domainNamespace(workspaceId, key))])
}
