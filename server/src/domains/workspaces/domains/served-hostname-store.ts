import type { Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { isReachable } from "#storage/reachable.ts"

interface ServedHostname {
  readonly hostname: string
  readonly workspaceId: WorkspaceId
}

/** Hostnames that are attached to a workspace which is neither suspended nor in the trash. */
const served = ({ db }: Reading) =>
  db
    .selectFrom("directory")
    .innerJoin("workspaces", "workspaces.id", "directory.workspace_id")
    .select(["directory.key as hostname", "directory.workspace_id as workspaceId"])
    .where("directory.kind", "=", "hostname")
    .where(isReachable)

/** Lists served hostnames after `after`, in their order. */
export function listServedHostnames(cx: Reading, after: string, limit: number): Promise<ServedHostname[]> {
  return served(cx).where("directory.key", ">", after).orderBy("directory.key").limit(limit).execute()
}

export async function listServedHostnamesOf(
  cx: Reading,
  workspaceIds: readonly WorkspaceId[],
): Promise<ServedHostname[]> {
  if (workspaceIds.length === 0) return [] // PostgreSQL takes no empty list
  return served(cx).where("directory.workspace_id", "in", workspaceIds).execute()
}

export function findServedHostname(cx: Reading, hostname: string): Promise<ServedHostname | undefined> {
  return served(cx).where("directory.key", "=", hostname).executeTakeFirst()
}

/** Whether the installation has more than `most` attached hostnames. */
export async function hasMoreHostnames({ db }: Reading, most: number): Promise<boolean> {
  const next = db.selectFrom("directory").select("key").where("kind", "=", "hostname").orderBy("key")
  return (await next.offset(most).limit(1).executeTakeFirst()) !== undefined
}
