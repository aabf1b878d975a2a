import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Inside } from "#access/context.ts"
import { conflict, ServiceError } from "#kernel/error.ts"
import { readTyped } from "#kernel/typed-text.ts"
import { attachedElsewhere, noSuchDomain } from "../workspace-errors.ts"
import { domain, noteDomainChange, toDomain } from "./domain.ts"
import { limitChecks } from "./domain-records.ts"
import { type Domain, listDomainRows, noteDomainTaken, recordCheck, requestDomain } from "./domain-store.ts"
import { readHostname } from "./hostname.ts"
import { attachFound, countNewDomain, type DomainCheck, findRecords, newDomainsPerDay } from "./poll-domain.ts"

const maxDomains = 20

/** Requests a domain, and attaches it if its records are found. A repeated call checks again. */
export const attachDomain = workspaceAction("admin", "console", {
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
    const row = await cx.atomically((cx) => requestDomain(cx, hostname))
    const found = await findRecords(cx, row, true)
    const isFound = found.missing.length === 0
    const over = isFound && row.verified_at === null ? await countNewDomain(cx, row) : undefined
    const { checked, isAttached } = await cx.atomically((cx) => record(cx, row, { found, mayAttach: isFound && !over }))
    if (!checked) throw noSuchDomain()
    if (over) throw attachedTooMany(over.resetMs)
    if (!isFound) return { domain: toDomain(cx, checked), missing: [...found.missing] }
    if (!isAttached) throw attachedElsewhere()
    noteDomainChange(cx, "attached")
    return { domain: { ...toDomain(cx, checked), state: "attached" as const, isTaken: false }, missing: [] }
  },
})

async function record(cx: Inside, row: Domain, { found, mayAttach }: { found: DomainCheck; mayAttach: boolean }) {
  const checked = await recordCheck(cx, row, found)
  const isAttached = checked !== undefined && mayAttach && (await attachFound(cx, row))
  if (mayAttach && !isAttached) await noteDomainTaken(cx, row)
  return { checked, isAttached }
}

const attachedTooMany = (resetMs: number) =>
  new ServiceError("rate_limited", `A workspace can attach ${newDomainsPerDay} new domains a day.`, {
    hint: "Try again tomorrow. The records can stay as they are.",
    retryAfterSeconds: Math.ceil(resetMs / 1000),
  })

const tooMany = () => conflict(`A workspace can have at most ${maxDomains} domains.`, "Remove one first.")
