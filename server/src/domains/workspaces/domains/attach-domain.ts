import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member } from "#access/caller.ts"
import type { Context, Outside } from "#access/context.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { ServiceError } from "#kernel/error.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { attachedElsewhere, noSuchDomain } from "../workspace-errors.ts"
import { findMissing, limitChecks, recordsFor } from "./domain-records.ts"
import { type Domain, deleteDomain, insertDomain, listDomainRows, verifyDomain } from "./domain-store.ts"
import { readHostname } from "./hostname.ts"

const maxDomains = 20

const domain = z.object({
  id: z.string(),
  hostname: z.string(),
  state: z
    .enum(["waiting", "attached", "failing"])
    .describe("`waiting`: the records were not found yet. `failing`: attached, but they are missing now."),
  records: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .describe("The two TXT records that have to be there, and stay."),
})

/** The custom domains of the workspace, those too that wait for their records. */
export const listDomains = workspaceAction({
  scope: "console",
  role: "member",
  input: z.object({}),
  output: z.object({ items: z.array(domain) }),
  async run(cx) {
    return { items: (await listDomainRows(cx)).map((row) => toDomain(cx, row)) }
  },
})

/** Asks for a domain, and attaches it once both of its records are there; the same call again looks again. */
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

/** Detaches a domain. */
export const removeDomain = workspaceAction({
  scope: "console",
  role: "admin",
  input: z.object({ id: lenientIdInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    if (!(await cx.atomically((cx) => deleteDomain(cx, id)))) throw noSuchDomain()
    noteChange(cx, "detached")
    return { id }
  },
})

async function attach(cx: Context<Member>, row: Domain): Promise<void> {
  if (!(await cx.atomically((cx) => verifyDomain(cx, row)))) throw attachedElsewhere()
  noteChange(cx, "attached")
}

function noteChange(cx: Context<Member>, reason: string): void {
  const { accountId, workspaceId, network } = cx
  recordSecurityEvent(cx, "domain_changed", { accountId, workspaceId, reason, network })
}

function toDomain(cx: Pick<Outside, "keyring">, row: Domain): z.input<typeof domain> {
  const { id, hostname, workspace_id, verified_at, failing_since } = row
  const state = verified_at === null ? "waiting" : failing_since === null ? "attached" : "failing"
  return { id, hostname, state, records: recordsFor(cx, workspace_id, hostname) }
}

const tooMany = () =>
  new ServiceError("conflict", `A workspace has ${maxDomains} domains at the most.`, { hint: "Remove one first." })
