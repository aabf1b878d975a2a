import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member } from "#access/caller.ts"
import type { Context } from "#access/context.ts"
import { ServiceError } from "#kernel/error.ts"
import { attachedElsewhere } from "../workspace-errors.ts"
import { domain, noteChange, toDomain } from "./domain.ts"
import { findMissing, limitChecks, recordsFor } from "./domain-records.ts"
import { type Domain, insertDomain, listDomainRows, verifyDomain } from "./domain-store.ts"
import { readHostname } from "./hostname.ts"

const maxDomains = 20

/** Requests a domain, and attaches it once both of its records are found. Call it again to look again. */
export const attachDomain = workspaceAction({
  scope: "console",
  role: "admin",
  input: z.object({ domain: z.string().max(253).describe("A bare hostname, such as `go.example.com`.") }),
  output: z.object({
    domain,
    missing: z.array(z.string()).describe("The names whose TXT record was not found; empty when it is attached."),
  }),
  async run(cx, { domain: text }) {
    const hostname = readHostname(text, cx.addresses)
    await limitChecks(cx, hostname, cx.workspaceId)
    const others = (await listDomainRows(cx)).filter((row) => row.hostname !== hostname)
    if (others.length >= maxDomains) throw tooMany()
    const row = await cx.atomically((cx) => insertDomain(cx, hostname))
    const missing = await findMissing(cx, recordsFor(cx, cx.workspaceId, hostname))
    if (missing.length > 0) return { domain: toDomain(cx, row), missing: missing.map(({ name }) => name) }
    await attach(cx, row)
    return { domain: { ...toDomain(cx, row), state: "attached" as const }, missing: [] }
  },
})

async function attach(cx: Context<Member>, row: Domain): Promise<void> {
  if (!(await cx.atomically((cx) => verifyDomain(cx, row)))) throw attachedElsewhere()
  noteChange(cx, "attached")
}

const tooMany = () =>
  new ServiceError("conflict", `A workspace has ${maxDomains} domains at the most.`, { hint: "Remove one first." })
