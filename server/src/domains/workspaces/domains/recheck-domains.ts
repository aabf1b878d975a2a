import type { Context } from "#access/context.ts"
import { claimDueDomains } from "./domain-store.ts"
import { pollDomain } from "./poll-domain.ts"

export const domainSweepsPerMinute = 3
const batch = 40

/** Checks domains that are due. A claim before the DNS is asked keeps unresponsive domains from delaying others. */
export async function recheckDomains(cx: Context): Promise<void> {
  let left = Math.ceil(cx.limits.installationDomainLooks / domainSweepsPerMinute)
  while (left > 0) {
    const limit = Math.min(batch, left)
    const domains = await cx.atomically((cx) => claimDueDomains(cx, limit))
    await Promise.all(domains.map((domain) => pollDomain(cx, domain)))
    if (domains.length < limit) return
    left -= domains.length
  }
}
