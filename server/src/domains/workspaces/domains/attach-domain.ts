import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member } from "#access/caller.ts"
import type { Context } from "#access/context.ts"
import { countHits } from "#access/limits/count-hits.ts"
import { ServiceError } from "#kernel/error.ts"
import { dayMs } from "#kernel/time/units.ts"
import { readTyped } from "#kernel/typed-text.ts"
import { attachedElsewhere, noSuchDomain } from "../workspace-errors.ts"
import { domain, noteDomainChange, toDomain } from "./domain.ts"
import { announceDomain } from "./domain-events.ts"
import { limitChecks, lookAt, missingNames, recordsFor } from "./domain-records.ts"
import { type Domain, insertDomain, listDomainRows, recordCheck, verifyDomain } from "./domain-store.ts"
import { readHostname } from "./hostname.ts"

const maxDomains = 20
const newDomainsPerDay = 10

/** Requests a domain, and attaches it if its records are found. A repeated call checks again. */
export const attachDomain = workspaceAction({
  scope: "console",
  role: "admin",
  changes: ["domains"],
  input: z.object({ domain: z.string().max(253).describe("A bare hostname, such as `go.example.com`.") }),
  output: z.object({
    domain,
    missing: z.array(z.string()).describe("The names at which a record was not found; empty when it is attached."),
  }),
  async run(cx, { domain: text }) {
    const hostname = readHostname(readTyped(text), cx.addresses)
    await limitChecks(cx, hostname, cx.workspaceId)
    const others = (await listDomainRows(cx)).filter((row) => row.hostname !== hostname)
    if (others.length >= maxDomains) throw tooMany()
    const row = await cx.atomically((cx) => insertDomain(cx, hostname))
    const records = recordsFor(cx, cx.workspaceId, hostname)
    const found = await lookAt(cx, records)
    const missing = missingNames(records, found)
    const checked = await cx.atomically((cx) => recordCheck(cx, row, found))
    if (!checked) throw noSuchDomain()
    if (missing.length > 0) return { domain: toDomain(cx, checked), missing }
    if (row.verified_at === null) await limitNewDomains(cx)
    await attach(cx, row)
    return { domain: { ...toDomain(cx, checked), state: "attached" as const }, missing: [] }
  },
})

async function attach(cx: Context<Member>, row: Domain): Promise<void> {
  const isOwn = await cx.atomically(async (cx) => {
    if (!(await verifyDomain(cx, row))) return false
    if (row.verified_at === null || row.failing_since !== null) announceDomain(cx, "verified", row)
    return true
  })
  if (!isOwn) throw attachedElsewhere()
  noteDomainChange(cx, "attached")
}

/** Limits the certificates that a workspace causes. Throws `rate_limited`. */
async function limitNewDomains({ counters, workspaceId }: Context<Member>): Promise<void> {
  const limit = { hits: newDomainsPerDay, windowMs: dayMs }
  const { hits, resetMs } = await countHits(counters, `new-domains:${workspaceId}`, limit)
  if (hits > limit.hits) throw attachedTooMany(resetMs)
}

const attachedTooMany = (resetMs: number) =>
  new ServiceError("rate_limited", `A workspace can attach ${newDomainsPerDay} new domains a day.`, {
    hint: "Try again tomorrow. The records can stay as they are.",
    retryAfterSeconds: Math.ceil(resetMs / 1000),
  })

const tooMany = () =>
  new ServiceError("conflict", `A workspace can have at most ${maxDomains} domains.`, { hint: "Remove one first." })
