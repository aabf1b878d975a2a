import { type Selectable, sql } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import { noteHostnames } from "#changes/note-change.ts"
import { newId } from "#kernel/ids.ts"
import { dayMs, hourMs, minuteMs } from "#kernel/time/units.ts"
import { claim, findOwner, release } from "#storage/directory.ts"
import { isRow, ownRow } from "#storage/own-row.ts"
import { isPostgres } from "#storage/prepared.ts"
import { isReachable } from "#storage/reachable.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow, findsRow } from "#storage/whether.ts"
import { type DomainFindings, leadsHere } from "./domain-records.ts"
import { nextPollAt } from "./poll-times.ts"

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

/** The hostnames of a workspace's domains. `verified_at` is null for those that wait. */
export function listHostnamesOf(
  cx: Reading,
  workspaceId: Domain["workspace_id"],
): Promise<Pick<Domain, "hostname" | "verified_at">[]> {
  const own = cx.db.selectFrom("domains").select(["hostname", "verified_at"])
  return own.where("workspace_id", "=", workspaceId).execute()
}

/** Records the workspace's request for a hostname, and begins to look for it. Returns the row. */
export async function requestDomain(cx: Inside & Member, hostname: string): Promise<Domain> {
  const polling = { polling_since: cx.now(), check_due_at: nextPollAt(cx.now(), cx.now()) }
  return cx.db
    .insertInto("domains")
    .values({ id: newId("domain"), workspace_id: cx.workspaceId, hostname, created_at: cx.now(), ...polling })
    .onConflict((conflict) => conflict.columns(["workspace_id", "hostname"]).doUpdateSet(polling))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Records the result of a check, and when the next is due. Undefined when the domain was removed meanwhile. */
export async function recordCheck(
  cx: Inside,
  domain: Pick<Domain, "id" | "workspace_id" | "claimed_at" | "leads_at" | "verified_at">,
  { found, isClaimed, dueAt }: { found: DomainFindings; isClaimed: boolean; dueAt: number | null },
): Promise<Domain | undefined> {
  const now = cx.now()
  const leads = leadsHere(found.lead)
  // Name servers of a zone may differ for a while, and a process may have an older answer.
  const wasClaimed = domain.claimed_at !== null && domain.claimed_at > now - dayMs
  const claimed_at = isClaimed ? now : wasClaimed ? domain.claimed_at : null
  const row = await cx.db
    .updateTable("domains")
    .set({
      ...{ checked_at: now, checks_unanswered: 0, check_due_at: dueAt, found: JSON.stringify(found) },
      ...{ claimed_at, leads_at: leads ? now : null },
    })
    .where(isRow(domain))
    .returningAll()
    .executeTakeFirst()
  const becomesKnown = domain.verified_at === null && (claimed_at === null) !== (domain.claimed_at === null)
  if (row && (becomesKnown || leads !== (domain.leads_at !== null))) noteHostnames(cx, row.workspace_id)
  return row
}

export function foundIn({ found }: Pick<Domain, "found">): DomainFindings | undefined {
  return found === null ? undefined : (JSON.parse(found) as DomainFindings)
}

/** Records whether another workspace has the hostname. Returns true when that is new. */
export async function noteDomainTaken(
  cx: Inside,
  domain: Pick<Domain, "id" | "hostname" | "workspace_id" | "taken_at">,
): Promise<boolean> {
  const owner = await findOwner(cx.db, entryOf(domain), cx.now())
  const isTaken = owner !== undefined && owner !== domain.workspace_id
  if (isTaken === (domain.taken_at !== null)) return false
  const taken_at = isTaken ? cx.now() : null
  await cx.db.updateTable("domains").set({ taken_at }).where(isRow(domain)).execute()
  return isTaken
}

const entryOf = ({ hostname, workspace_id }: Pick<Domain, "hostname" | "workspace_id">) =>
  ({ kind: "hostname", key: hostname, workspaceId: workspace_id }) as const

/** False when another workspace owns the hostname; the directory ensures a single owner. */
export async function verifyDomain(cx: Inside, domain: Pick<Domain, "id" | "hostname" | "workspace_id">) {
  const own = cx.db.updateTable("domains").where(isRow(domain))
  const isThere = await changesRow(own.set({ failing_since: null })) // false when it was removed meanwhile
  if (isThere && !(await claim(cx.db, entryOf(domain), cx.now()))) return false
  const verified = own.set((is) => ({
    ...{ verified_at: cx.now(), taken_at: null },
    check_due_at: is.fn.coalesce("check_due_at", is.val(cx.now() + dayMs)),
  }))
  if (await changesRow(verified.where("verified_at", "is", null))) noteHostnames(cx, domain.workspace_id)
  return true
}

export async function deleteDomain(cx: Inside & Member, id: string): Promise<Domain | undefined> {
  const gone = await cx.db.deleteFrom("domains").where(ownRow(cx, id)).returningAll().executeTakeFirst()
  if (gone) await releaseHostname(cx, gone)
  return gone
}

/**
 * Claims due domains, one of each workspace before a second of any. Until `recordCheck`, a claimed domain counts as
 * unanswered and is due again later, so no other process checks it, and a crash loses no check.
 */
export function claimDueDomains(cx: Inside, limit: number): Promise<Domain[]> {
  const now = cx.now()
  const isInUse = sql<boolean>`(verified_at is not null
    or exists (select 1 from workspaces where workspaces.id = domains.workspace_id and ${isReachable}))`
  const turn = sql<number>`row_number() over (partition by workspace_id order by checks_unanswered, check_due_at)`
  const due = cx.db
    .selectFrom("domains")
    .select(["id", "check_due_at", "checks_unanswered", turn.as("turn")])
    .where("check_due_at", "<=", now)
    .where(isInUse)
  return cx.db
    .with(
      (cte) => cte("due").materialized(),
      () =>
        cx.db
          .selectFrom("domains")
          .select("id")
          .where("id", "in", (ids) =>
            ids
              .selectFrom(due.as("due_turns"))
              .select("due_turns.id")
              .orderBy("turn")
              .orderBy("checks_unanswered")
              .orderBy("check_due_at")
              .limit(limit),
          )
          .where("check_due_at", "<=", now)
          .$if(isPostgres(cx.db), (query) => query.forUpdate().skipLocked()),
    )
    .updateTable("domains")
    .set(({ eb }) => ({
      checked_at: now,
      check_due_at: sql<number>`cast(${now} as bigint) + case when verified_at is null then ${sql.lit(10 * minuteMs)} else ${sql.lit(hourMs)} end`,
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
  const polling = { polling_since: cx.now(), check_due_at: nextPollAt(cx.now(), cx.now()) }
  const gone = attached.set({ verified_at: null, failing_since: null, ...polling })
  if (!(await changesRow(gone.where("failing_since", "<=", goneSince)))) return undefined
  await releaseHostname(cx, domain)
  return "detached"
}

async function releaseHostname(cx: Inside, domain: Pick<Domain, "hostname" | "workspace_id">): Promise<void> {
  await release(cx.db, entryOf(domain))
  noteHostnames(cx, domain.workspace_id)
}
