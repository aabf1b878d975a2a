import type { Context, Inside } from "#access/context.ts"
import { noteChange } from "#access/note-change.ts"
import { notify } from "#domains/notifications/index.ts"
import { type Found, lookAt, missingNames, type Records, recordsFor } from "./domain-records.ts"
import { type Domain, failDomain, listUnchecked, recordCheck, verifyDomain } from "./domain-store.ts"

const hourMs = 3_600_000
const checkedEveryMs = 24 * hourMs
/** A domain is detached when its records have been missing for this long, since domains change hands. */
const patienceMs = 72 * hourMs
const batch = 20

/** Checks the records of attached domains once a day. Without a response, the next sweep checks again. */
export async function recheckDomains(cx: Context): Promise<void> {
  for (const domain of await listUnchecked(cx, cx.now() - checkedEveryMs, batch)) {
    const records = recordsFor(cx, domain.workspace_id, domain.hostname)
    const found = await look(cx, records)
    if (found === undefined) continue
    await cx.atomically(async (cx) => {
      await recordCheck(cx, domain, found)
      noteChange(cx, { workspaceId: domain.workspace_id, kind: "domains" })
      if (missingNames(records, found).length === 0) await verifyDomain(cx, domain)
      else await fail(cx, domain)
    })
  }
}

/** Tells those who look after the domain when its records are found missing, and when it is detached. */
async function fail(cx: Inside, domain: Domain): Promise<void> {
  const failed = await failDomain(cx, domain, cx.now() - patienceMs)
  if (failed === undefined) return
  const { id, workspace_id: workspaceId, hostname } = domain
  const what = failed === "detached" ? "domain_stopped" : "domain_failing"
  await notify(cx, { workspaceId, what, about: id, words: [hostname], thing: id })
}

async function look(cx: Context, records: Records): Promise<Found | undefined> {
  try {
    return await lookAt(cx, records)
  } catch {
    return undefined
  }
}
