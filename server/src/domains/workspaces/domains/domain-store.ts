import type { Selectable } from "kysely"
import type { Member } from "#access/caller.ts"
import type { Inside, Reading } from "#access/context.ts"
import { noteHostnames } from "#access/note-change.ts"
import { newId } from "#kernel/ids.ts"
import { dayMs } from "#kernel/time/units.ts"
import { claim, release } from "#storage/directory.ts"
import { ownRow } from "#storage/own-row.ts"
import { isPostgres } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow, findsRow } from "#storage/whether.ts"
import type { FoundRecords } from "./domain-records.ts"

export type Domain = Selectable<Schema["domains"]>

/** Whether a hostname is attached to a workspace that `accountId` (null: no account) is not a member of. */
export async function isAttachedElsewhere(cx: Reading, hostname: string, accountId: string | null): Promise<boolean> {
  return findsRow(
    cx.db
      .selectFrom("directory")
      .leftJoin("members", (join) =>
        join
          .onRef("members.workspace_id", "=", "directory.workspace_id")
          .on("members.account_id", "=", accountId ?? ""),
      )
      .select("directory.key")
      .where("directory.kind", "=", "hostname")
      .where("directory.key", "=", hostname)
      .where("members.account_id", "is", null),
  )
}

export function listDomainRows(cx: Reading & Member): Promise<Domain[]> {
  return cx.db
    .selectFrom("domains")
    .selectAll()
    .where("workspace_id", "=", cx.workspaceId)
    .orderBy("hostname")
    .execute()
}

/** Records the workspace's request for a hostname, unless it exists. Returns the row. */
export async function insertDomain(cx: Inside & Member, hostname: string): Promise<Domain> {
  await cx.db
    .insertInto("domains")
    .values({ id: newId("domain"), workspace_id: cx.workspaceId, hostname, created_at: cx.now() })
    .onConflict((conflict) => conflict.columns(["workspace_id", "hostname"]).doNothing())
    .execute()
  return cx.db
    .selectFrom("domains")
    .selectAll()
    .where("workspace_id", "=", cx.workspaceId)
    .where("hostname", "=", hostname)
    .executeTakeFirstOrThrow()
}

/** Records the result of a check; the next check is due in a day. Undefined when the domain was removed meanwhile. */
export async function recordCheck(
  cx: Inside,
  { id }: Pick<Domain, "id">,
  found: FoundRecords,
): Promise<Domain | undefined> {
  return cx.db
    .updateTable("domains")
    .set({
      ...{ checked_at: cx.now(), checks_unanswered: 0, check_due_at: cx.now() + dayMs },
      found: JSON.stringify(found),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst()
}

export function foundIn({ found }: Pick<Domain, "found">): FoundRecords | undefined {
  return found === null ? undefined : (JSON.parse(found) as FoundRecords)
}

const entryOf = ({ hostname, workspace_id }: Pick<Domain, "hostname" | "workspace_id">) =>
  ({ kind: "hostname", key: hostname, workspaceId: workspace_id }) as const

/** False when another workspace owns the hostname; the directory ensures a single owner. */
export async function verifyDomain(
  cx: Inside,
  domain: Pick<Domain, "id" | "hostname" | "workspace_id">,
): Promise<boolean> {
  const own = cx.db.updateTable("domains").where("id", "=", domain.id).where("workspace_id", "=", domain.workspace_id)
  const isThere = await changesRow(own.set({ failing_since: null })) // false when it was removed meanwhile
  if (isThere && !(await claim(cx.db, entryOf(domain), cx.now()))) return false
  if (await changesRow(own.set({ verified_at: cx.now() }).where("verified_at", "is", null))) {
    noteHostnames(cx, domain.workspace_id)
  }
  return true
}

export async function deleteDomain(cx: Inside & Member, id: string): Promise<Domain | undefined> {
  const gone = await cx.db.deleteFrom("domains").where(ownRow(cx, id)).returningAll().executeTakeFirst()
  if (gone) await releaseHostname(cx, gone)
  return gone
}

/**
 * Claims attached domains that are due for a check. Until `recordCheck`, a claimed domain counts as unanswered and is
 * due again at `againAt`, so no other process checks it, and a crash loses no check.
 */
export function claimDueDomains(cx: Inside, { againAt, limit }: { againAt: number; limit: number }): Promise<Domain[]> {
  return cx.db
    .with(
      (cte) => cte("due").materialized(),
      (db) =>
        db
          .selectFrom("domains")
          .select("id")
          .where("verified_at", "is not", null)
          .where("check_due_at", "<=", cx.now())
          .orderBy("check_due_at")
          .limit(limit)
          .$if(isPostgres(cx.db), (query) => query.forUpdate().skipLocked()),
    )
    .updateTable("domains")
    .set(({ eb }) => ({
      ...{ checked_at: cx.now(), check_due_at: againAt },
      checks_unanswered: eb("checks_unanswered", "+", 1),
    }))
    .where("id", "in", (ids) => ids.selectFrom("due").select("due.id"))
    .returningAll()
    .execute()
}

/** Detaches a domain whose records have been missing since `goneSince`. Undefined when its state did not change. */
export async function failDomain(
  cx: Inside,
  domain: Pick<Domain, "id" | "hostname" | "workspace_id">,
  goneSince: number,
): Promise<"failing" | "detached" | undefined> {
  const attached = cx.db.updateTable("domains").where("id", "=", domain.id).where("verified_at", "is not", null)
  if (await changesRow(attached.set({ failing_since: cx.now() }).where("failing_since", "is", null))) return "failing"
  const gone = attached.set({ verified_at: null, failing_since: null }).where("failing_since", "<=", goneSince)
  if (!(await changesRow(gone))) return undefined
  await releaseHostname(cx, domain)
  return "detached"
}

async function releaseHostname(cx: Inside, domain: Pick<Domain, "hostname" | "workspace_id">): Promise<void> {
  await release(cx.db, entryOf(domain))
  noteHostnames(cx, domain.workspace_id)
}
