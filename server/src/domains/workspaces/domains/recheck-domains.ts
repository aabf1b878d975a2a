import type { Context } from "#access/context.ts"
import { type Found, lookAt, missingNames, type Records, recordsFor } from "./domain-records.ts"
import { failDomain, listUnchecked, recordCheck, verifyDomain } from "./domain-store.ts"

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
      if (missingNames(records, found).length === 0) await verifyDomain(cx, domain)
      else await failDomain(cx, domain, cx.now() - patienceMs)
    })
  }
}

async function look(cx: Context, records: Records): Promise<Found | undefined> {
  try {
    return await lookAt(cx, records)
  } catch {
    return undefined
  }
}
