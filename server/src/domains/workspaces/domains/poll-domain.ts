import type { Context, Inside, Outside } from "#access/context.ts"
import { countHits } from "#access/limits/count-hits.ts"
import { noteChange } from "#changes/note-change.ts"
import { notify } from "#domains/notifications/index.ts"
import { dayMs, hourMs } from "#kernel/time/units.ts"
import { announceDomain } from "./domain-events.ts"
import { type DomainFindings, holdsOf, leadsHere, lookAt, missingNames, recordsFor } from "./domain-records.ts"
import { type Domain, failDomain, foundIn, noteDomainTaken, recordCheck, verifyDomain } from "./domain-store.ts"
import { shownHostname } from "./hostname.ts"
import { nextPollAt } from "./poll-times.ts"

/** A domain is detached when its records have been missing for this long, since domains change hands. */
const patienceMs = 72 * hourMs

export const newDomainsPerDay = 10

export interface DomainCheck {
  readonly found: DomainFindings
  readonly isClaimed: boolean
  readonly missing: readonly string[]
  readonly dueAt: number | null
}

/** Looks in the DNS, and changes nothing. @throws ServiceError `upstream_error` when the DNS does not respond */
export async function findRecords(cx: Context, domain: Domain, isAsked: boolean): Promise<DomainCheck> {
  const records = recordsFor(cx, domain.workspace_id, domain.hostname)
  const seen = await lookAt(cx, records, isAsked)
  const former = domain.leads_at === null ? undefined : foundIn(domain)?.lead
  // A name that says nothing leads where it led before.
  const found = seen.lead.leads === "unknown" && former ? { ...seen, lead: former } : seen
  const missing = missingNames(records, found)
  const isAttached = domain.verified_at !== null
  const isDone = isAttached && missing.length === 0 && leadsHere(found.lead)
  const soon = isDone ? null : nextPollAt(domain.polling_since ?? domain.created_at, cx.now())
  const dueAt = soon ?? (isAttached ? cx.now() + dayMs : null)
  return { found, isClaimed: holdsOf(records, found).claim, missing, dueAt }
}

export async function countNewDomain(
  { counters }: Pick<Outside, "counters">,
  { workspace_id }: Pick<Domain, "workspace_id">,
): Promise<{ resetMs: number } | undefined> {
  const limit = { hits: newDomainsPerDay, windowMs: dayMs }
  const { hits, resetMs } = await countHits(counters, `new-domains:${workspace_id}`, limit)
  return hits > limit.hits ? { resetMs } : undefined
}

/** Looks at a domain as the schedule does, and notifies the workspace of changes. */
export async function pollDomain(cx: Context, domain: Domain): Promise<void> {
  const found = await findRecords(cx, domain, false).catch(() => undefined)
  if (found === undefined) return
  const isNew = domain.verified_at === null && found.missing.length === 0
  const mayAttach = !isNew || (await countNewDomain(cx, domain)) === undefined
  await cx.atomically(async (cx) => {
    if (!(await recordCheck(cx, domain, found))) return
    noteChange(cx, { workspaceId: domain.workspace_id, kind: "domains" })
    if (found.missing.length > 0 && domain.verified_at !== null) return fail(cx, domain)
    if (found.missing.length > 0 || !mayAttach || !(await attachFound(cx, domain))) await wait(cx, domain, found)
  })
}

/** Attaches a domain whose records were found. False when another workspace has it, or when it was removed. */
export async function attachFound(cx: Inside, domain: Domain): Promise<boolean> {
  if (!(await verifyDomain(cx, domain))) return false
  if (domain.verified_at === null || domain.failing_since !== null) announceDomain(cx, "verified", domain)
  if (domain.verified_at === null) await tell(cx, "domain_works", domain)
  return true
}

async function wait(cx: Inside, domain: Domain, { found, isClaimed, dueAt }: DomainCheck): Promise<void> {
  // A stranger does not learn who uses the service, unless the name itself shows it.
  const mayKnow = isClaimed || leadsHere(found.lead)
  if (mayKnow && (await noteDomainTaken(cx, domain))) await tell(cx, "domain_taken", domain)
  if (dueAt === null) await tell(cx, "domain_unfound", domain)
}

/** Notifies the workspace when the domain's records are first missing, and when the domain is detached. */
async function fail(cx: Inside, domain: Domain): Promise<void> {
  const failed = await failDomain(cx, domain, cx.now() - patienceMs)
  if (failed === undefined) return
  announceDomain(cx, failed === "detached" ? "stopped" : "failing", domain)
  await tell(cx, failed === "detached" ? "domain_stopped" : "domain_failing", domain)
}

type Told = "domain_works" | "domain_taken" | "domain_unfound" | "domain_failing" | "domain_stopped"

function tell(cx: Inside, what: Told, { id, workspace_id: workspaceId, hostname }: Domain): Promise<void> {
  return notify(cx, { workspaceId, what, about: id, words: [shownHostname(hostname)], thing: id })
}
