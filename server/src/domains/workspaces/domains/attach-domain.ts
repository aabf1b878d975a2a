import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member } from "#access/caller.ts"
import type { Context } from "#access/context.ts"
import { ServiceError } from "#kernel/error.ts"
import { attachedElsewhere, noSuchDomain } from "../workspace-errors.ts"
import { domain, noteDomainChange, toDomain } from "./domain.ts"
import { limitChecks, lookAt, missingNames, recordsFor } from "./domain-records.ts"
import { type Domain, insertDomain, listDomainRows, recordCheck, verifyDomain } from "./domain-store.ts"
import { readHostname } from "./hostname.ts"

const maxDomains = 20

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
    const hostname = readHostname(text, cx.addresses)
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
    await attach(cx, row)
    return { domain: { ...toDomain(cx, checked), state: "attached" as const }, missing: [] }
  },
})

async function attach(cx: Context<Member>, row: Domain): Promise<void> {
  if (!(await cx.atomically((cx) => verifyDomain(cx, row)))) throw attachedElsewhere()
  noteDomainChange(cx, "attached")
}

const tooMany = () =>
  new ServiceError("conflict", `A workspace can have at most ${maxDomains} domains.`, { hint: "Remove one first." })
