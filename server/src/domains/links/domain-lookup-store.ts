import type { Reading } from "#access/context.ts"
import { listHostnamesOf } from "#domains/workspaces/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { prepared } from "#storage/prepared.ts"
import { domainNamespace, sharedNamespace } from "./namespace.ts"

const owned = prepared<{ hostname: string }, { workspace_id: WorkspaceId }>((db, arg) =>
  db.selectFrom("directory").select("workspace_id").where("kind", "=", "hostname").where("key", "=", arg("hostname")),
)

/** Whether this hostname is a workspace's verified domain, so that it serves links. */
export async function isOwnedHostname(cx: Reading, hostname: string): Promise<boolean> {
  return (await owned(cx.db, { hostname })).length > 0
}

/** The state of working links by namespace. A removed domain has none. */
export type Served = ReadonlyMap<string, "active" | "domain_waiting">

export async function listServed(
  cx: Reading,
  workspaceId: WorkspaceId,
  links: readonly { namespace: string }[],
): Promise<Served> {
  if (links.every(({ namespace }) => namespace === sharedNamespace)) return new Map([[sharedNamespace, "active"]])
  const domains = await listHostnamesOf(cx, workspaceId)
  return new Map([
    [sharedNamespace, "active"],
    ...domains.map(({ hostname, verified_at }) => {
      return [domainNamespace(workspaceId, hostname), verified_at === null ? "domain_waiting" : "active"] as const
    }),
  ])
}
