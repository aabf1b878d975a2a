import type { Context, Inside } from "#access/context.ts"
import { noteChange } from "#access/note-change.ts"
import { notify } from "#domains/notifications/index.ts"
import { hourMs } from "#kernel/time/units.ts"
import { announceDomain } from "./domain-events.ts"
import { type FoundRecords, lookAt, missingNames, type Records, recordsFor } from "./domain-records.ts"
import { claimDueDomains, type Domain, failDomain, recordCheck, verifyDomain } from "./domain-store.ts"
import { shownHostname } from "./hostname.ts"

/** Delay before a domain whose DNS did not respond is checked again. */
const againMs = hourMs
/** A domain is detached when its records have been missing for this long, since domains change hands. */
const patienceMs = 72 * hourMs
const batch = 20

/** Checks attached domains once a day. A claim before the DNS is asked keeps unresponsive ones from delaying others. */
export async function recheckDomains(cx: Context): Promise<void> {
  const againAt = cx.now() + againMs
  for (;;) {
    const domains = await cx.atomically((cx) => claimDueDomains(cx, { againAt, limit: batch }))
    await Promise.all(domains.map((domain) => recheck(cx, domain)))
    if (domains.length < batch) return
  }
}

async function recheck(cx: Context, domain: Domain): Promise<void> {
  const records = recordsFor(cx, domain.workspace_id, domain.hostname)
  const found = await look(cx, records)
  if (found === undefined) return
  await cx.atomically(async (cx) => {
    await recordCheck(cx, domain, found)
    noteChange(cx, { workspaceId: domain.workspace_id, kind: "domains" })
    if (missingNames(records, found).length > 0) return fail(cx, domain)
    if ((await verifyDomain(cx, domain)) && domain.failing_since !== null) announceDomain(cx, "verified", domain)
  })
}

/** Notifies the workspace when the domain's records are first missing, and when the domain is detached. */
async function fail(cx: Inside, domain: Domain): Promise<void> {
  const failed = await failDomain(cx, domain, cx.now() - patienceMs)
  if (failed === undefined) return
  const { id, workspace_id: workspaceId, hostname } = domain
  announceDomain(cx, failed === "detached" ? "stopped" : "failing", domain)
  const what = failed === "detached" ? "domain_stopped" : "domain_failing"
  await notify(cx, { workspaceId, what, about: id, words: [shownHostname(hostname)], thing: id })
}

async function look(cx: Context, records: Records): Promise<FoundRecords | undefined> {
  try {
    return await lookAt(cx, records)
  } catch {
    return undefined
  }
}
