import { sql } from "kysely"
import type { Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { isReachable } from "#storage/reachable.ts"
import { isKnown } from "./claimed-hostname-store.ts"

export interface KnownHostname {
  readonly hostname: string
  readonly workspaceId: WorkspaceId
  /** 1: it is attached, leads here, and may have a certificate. 0: it has to be looked at first. */
  readonly isServed: number
}

/** Hostnames that are attached to, or claimed by, a workspace which is neither suspended nor in the trash. */
const known = ({ db }: Reading) =>
  db
    .selectFrom("domains")
    .innerJoin("workspaces", "workspaces.id", "domains.workspace_id")
    .select(["domains.hostname", "domains.workspace_id as workspaceId"])
    .select(
      sql<number>`case when verified_at is not null and leads_at is not null and certificate_at is not null
        then 1 else 0 end`.as("isServed"),
    )
    .where(isKnown)
    .where(isReachable)

type Place = Pick<KnownHostname, "hostname" | "workspaceId">

/** Lists known hostnames after `after`, in their order. */
export function listKnownHostnames(cx: Reading, after: Place | undefined, limit: number): Promise<KnownHostname[]> {
  const { hostname = "", workspaceId = "" } = after ?? {}
  return known(cx)
    .where(sql<boolean>`(domains.hostname, domains.workspace_id) > (${hostname}, ${workspaceId})`)
    .orderBy("domains.hostname")
    .orderBy("domains.workspace_id")
    .limit(limit)
    .execute()
}

export async function listKnownHostnamesOf(
  cx: Reading,
  workspaceIds: readonly WorkspaceId[],
): Promise<KnownHostname[]> {
  if (workspaceIds.length === 0) return [] // PostgreSQL takes no empty list
  return known(cx).where("domains.workspace_id", "in", workspaceIds).execute()
}

/** Finds a known hostname, the one that is served before claims of it. */
export function findKnownHostname(cx: Reading, hostname: string): Promise<KnownHostname | undefined> {
  return known(cx).where("domains.hostname", "=", hostname).orderBy("isServed", "desc").limit(1).executeTakeFirst()
}

/** Whether the installation has more than `most` known hostnames. */
export async function hasMoreHostnames({ db }: Reading, most: number): Promise<boolean> {
  const next = db.selectFrom("domains").select("hostname").where(isKnown).orderBy("hostname")
  return (await next.offset(most).limit(1).executeTakeFirst()) !== undefined
}
