import { z } from "zod"
import type { Context, Member, Outside } from "#access/context.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { type DomainFindings, type DomainRecord, holdsOf, type RecordName, recordsFor } from "./domain-records.ts"
import { type Domain, foundIn } from "./domain-store.ts"
import { shownHostname } from "./hostname.ts"

const domainRecord = z.object({
  type: z.enum(["TXT", "CNAME"]),
  name: z.string(),
  value: z.string(),
  proves: z
    .enum(["name", "workspace"])
    .describe("Of the records that prove the name, one is needed; the one that proves the workspace is needed too."),
  state: z
    .enum(["unknown", "found", "missing", "other", "blocked"])
    .describe(
      "`unknown`: it was not looked for yet. `other`: another value is there. `blocked`: a CNAME is there, beside which it cannot be.",
    ),
  found: z.array(z.string()).describe("The values that were found in its place."),
})

export const domain = z.object({
  id: z.string(),
  hostname: z.string().describe("In its script; the DNS records have it in ASCII."),
  state: z
    .enum(["waiting", "attached", "failing"])
    .describe("`waiting`: the records were not found yet. `failing`: attached, but they are missing now."),
  checkedAt: z.int().nullable().describe("When its records were last looked for."),
  checksUnanswered: z.int().describe("The number of latest checks that the DNS did not answer."),
  leads: z
    .enum(["here", "through_proxy", "elsewhere", "unknown"])
    .describe("Where its name leads. `through_proxy`: a proxy passes requests on to this service."),
  foreignAddresses: z.array(z.string()).describe("Addresses of its name that are not this service's."),
  proxy: z.enum(["cloudflare"]).nullable().describe("The proxy that answered for its name."),
  isTaken: z.boolean().describe("Whether another workspace has it."),
  isPolling: z.boolean().describe("Whether it is checked without a request. That ends after a month of waiting."),
  records: z.array(domainRecord).describe("The TXT and CNAME records that show who owns it, and have to stay."),
})

export function toDomain(cx: Pick<Outside, "keyring" | "addresses">, row: Domain): z.input<typeof domain> {
  const { id, verified_at, failing_since, checked_at: checkedAt } = row
  const hostname = shownHostname(row.hostname)
  const state = verified_at === null ? "waiting" : failing_since === null ? "attached" : "failing"
  const { leads = "unknown", addresses = [], proxy = null } = foundIn(row)?.lead ?? {}
  return {
    ...{ id, hostname, state, checkedAt, checksUnanswered: row.checks_unanswered, records: recordsOf(cx, row) },
    ...{ leads, foreignAddresses: addresses.slice(0, 5), proxy },
    ...{ isTaken: row.taken_at !== null, isPolling: row.check_due_at !== null },
  }
}

type ShownRecord = z.input<typeof domainRecord>

function recordsOf(cx: Pick<Outside, "keyring" | "addresses">, row: Domain): ShownRecord[] {
  const records = recordsFor(cx, row.workspace_id, row.hostname)
  const found = foundIn(row)
  const holds = found && holdsOf(records, found)
  const show = (which: RecordName, record: DomainRecord): ShownRecord => ({
    type: record.type,
    name: record.name,
    value: record.value,
    proves: which === "claim" ? "workspace" : "name",
    state: found && holds ? stateOf(which, found, holds[which]) : "unknown",
    found: found && !holds?.[which] ? [...found[which]] : [],
  })
  return [
    ...(records.cname ? [show("cname", records.cname)] : []),
    show("ownership", records.ownership),
    show("claim", records.claim),
  ]
}

function stateOf(which: RecordName, found: DomainFindings, isThere: boolean): ShownRecord["state"] {
  if (isThere) return "found"
  if (which === "ownership" && found.cname.length > 0) return "blocked"
  return found[which].length > 0 ? "other" : "missing"
}

export function noteDomainChange(cx: Context<Member>, reason: string): void {
  const { accountId, workspaceId, network } = cx
  recordSecurityEvent(cx, "domain_changed", { accountId, workspaceId, reason, network })
}
