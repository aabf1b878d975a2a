import { sql } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import { noteHostnames } from "#changes/note-change.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { ReadDb } from "#storage/database.ts"
import { isRow } from "#storage/own-row.ts"
import { prepared } from "#storage/prepared.ts"
import { isReachable } from "#storage/reachable.ts"
import { changesRow } from "#storage/whether.ts"
import type { Domain } from "./domain-store.ts"

const asked = prepared<{ hostname: string }, { isAttached: number }>((db, arg) =>
  db
    .selectFrom("directory")
    .select(sql<number>`1`.as("isAttached"))
    .where("kind", "=", "hostname")
    .where("key", "=", arg("hostname"))
    .unionAll(
      db
        .selectFrom("domains")
        .select(sql<number>`0`.as("isAttached"))
        .where("hostname", "=", arg("hostname"))
        .where("claimed_at", "is not", null)
        .where(isKnown)
        .limit(1),
    ),
)

interface OfWorkspace {
  readonly hostname: string
  readonly workspaceId: WorkspaceId
}

const ownDomain = (db: ReadDb, arg: <Name extends keyof OfWorkspace>(name: Name) => OfWorkspace[Name]) =>
  db
    .selectFrom("domains")
    .select(sql<number>`1`.as("one"))
    .where("workspace_id", "=", arg("workspaceId"))
    .where("hostname", "=", arg("hostname"))

const own = prepared<OfWorkspace, { one: number }>(ownDomain)

/** Whether a workspace has a domain, also one that waits. */
export const hasDomain = async ({ db, workspaceId }: Reading & Member, hostname: string): Promise<boolean> =>
  (await own(db, { hostname, workspaceId })).length > 0

const ofLinks = prepared<OfWorkspace, { one: number }>((db, arg) =>
  db
    .selectFrom("directory")
    .select(sql<number>`1`.as("one"))
    .where("kind", "=", "hostname")
    .where("key", "=", arg("hostname"))
    .unionAll(ownDomain(db, arg)),
)

/** Whether a hostname is a domain of this workspace, or attached to any. */
export const isLinkHost = async ({ db, workspaceId }: Reading & Member, hostname: string): Promise<boolean> =>
  (await ofLinks(db, { hostname, workspaceId })).length > 0

export const isKnown = sql<boolean>`(claimed_at is not null or verified_at is not null)`

/** Whether a hostname is attached to a workspace, or only claimed in the DNS by one or more. */
export async function findHostname(cx: Reading, hostname: string): Promise<"attached" | "claimed" | undefined> {
  const rows = await asked(cx.db, { hostname })
  if (rows.length === 0) return undefined
  return rows.some(({ isAttached }) => isAttached === 1) ? "attached" : "claimed"
}

/** The claims of a hostname by workspaces in use, an attached one first, then the oldest. */
export function listClaims(cx: Reading, hostname: string, limit: number): Promise<Domain[]> {
  return cx.db
    .selectFrom("domains")
    .innerJoin("workspaces", "workspaces.id", "domains.workspace_id")
    .selectAll("domains")
    .where("hostname", "=", hostname)
    .where(isKnown)
    .where(isReachable)
    .orderBy(sql`case when verified_at is null then 1 else 0 end`)
    .orderBy("domains.created_at")
    .limit(limit)
    .execute()
}

export async function allowCertificate(cx: Inside, domain: Pick<Domain, "id" | "workspace_id">): Promise<boolean> {
  const allowed = cx.db
    .updateTable("domains")
    .set({ certificate_at: cx.now() })
    .where(isRow(domain))
    .where("verified_at", "is not", null)
    .where("leads_at", "is not", null)
  if (!(await changesRow(allowed))) return false
  noteHostnames(cx, domain.workspace_id)
  return true
}

export async function listOwners(cx: Reading, { workspace_id }: Pick<Domain, "workspace_id">): Promise<string[]> {
  const owners = cx.db.selectFrom("members").select("account_id").where("workspace_id", "=", workspace_id)
  return (await owners.where("role", "=", "owner").execute()).map(({ account_id }) => account_id)
}
