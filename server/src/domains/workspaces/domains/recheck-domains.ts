import type { Context } from "#access/context.ts"
import { findMissing, recordsFor } from "./domain-records.ts"
import { type Domain, failDomain, listUnchecked, verifyDomain } from "./domain-store.ts"

const hourMs = 3_600_000
const checkedEveryMs = 24 * hourMs
/** A domain is detached when its records have been missing for this long, since domains change hands. */
const patienceMs = 72 * hourMs
const batch = 20

/** Checks both records of attached domains once a day. Without a response, the next sweep checks again. */
export async function recheckDomains(cx: Context): Promise<void> {
  for (const domain of await listUnchecked(cx, cx.now() - checkedEveryMs, batch)) {
    const isThere = await hasRecords(cx, domain)
    if (isThere === undefined) continue
    await cx.atomically(async (cx) => {
      if (isThere) await verifyDomain(cx, domain)
      else await failDomain(cx, domain, cx.now() - patienceMs)
    })
  }
}

async function hasRecords(cx: Context, { workspace_id, hostname }: Domain): Promise<boolean | undefined> {
  try {
    return (await findMissing(cx, recordsFor(cx, workspace_id, hostname))).length === 0
  } catch {
    return undefined
  }
}
