import type { Context } from "#access/context.ts"
import { countHits, type Limit, peekHits } from "#access/limits/count-hits.ts"
import { dayMs, minuteMs } from "#kernel/time/units.ts"
import { allowCertificate, findHostname, listClaims, listOwners } from "./claimed-hostname-store.ts"
import type { Domain } from "./domain-store.ts"
import { pollDomain } from "./poll-domain.ts"

const mostClaims = 5

const isReady = ({ verified_at, leads_at }: Domain) => verified_at !== null && leads_at !== null

/** Looks at the claims of a name before the schedule does. Anyone can pretend to arrive at a name. */
export async function pollArrival(cx: Context, hostname: string): Promise<void> {
  for (const claim of await listClaims(cx, hostname, mostClaims)) {
    const limit = { hits: cx.limits.installationDomainLooks, windowMs: minuteMs }
    const { hits } = await countHits(cx.counters, "domain-arrivals", limit)
    if (isReady(claim) || hits > limit.hits) return
    await pollDomain(cx, claim)
    if ((await findHostname(cx, hostname)) === "attached") return
  }
}

/** Says whether a proxy may order a certificate. `held`: too many were allowed to its owner, or to all. */
export async function certify(cx: Context, hostname: string): Promise<"served" | "unknown" | "held"> {
  const [domain] = await listClaims(cx, hostname, 1)
  if (!domain || !isReady(domain)) return "unknown"
  if (domain.certificate_at !== null) return "served"
  const limits = await limitsOf(cx, domain)
  const counts = await Promise.all(limits.map(({ key, ...limit }) => peekHits(cx.counters, key, limit)))
  if (counts.some((count) => count && count.hits >= count.limit)) return "held"
  for (const { key, ...limit } of limits) await countHits(cx.counters, key, limit)
  return (await cx.atomically((cx) => allowCertificate(cx, domain))) ? "served" : "unknown"
}

async function limitsOf(cx: Context, domain: Domain): Promise<(Limit & { key: string })[]> {
  const { accountCertificates, installationCertificates } = cx.limits
  const owners = await listOwners(cx, domain)
  return [
    ...owners.map((id) => ({ key: `certificates:${id}`, hits: accountCertificates, windowMs: dayMs })),
    { key: "certificates", hits: installationCertificates, windowMs: 10 * minuteMs },
  ]
}
