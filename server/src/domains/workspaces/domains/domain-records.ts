import type { Outside } from "#access/context.ts"
import { countHits } from "#access/limits/count-hits.ts"
import { ServiceError } from "#kernel/error.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { isPublicName, registrableDomain } from "./hostname.ts"
import { type Lead, whereItLeads } from "./where-it-leads.ts"

/** `docs/developers/errors-and-limits.md` gives the same number. */
const checksPerMinute = 30

export interface DomainRecord {
  type: "TXT" | "CNAME"
  name: string
  value: string
  /** Values that are accepted as well, made with older secret keys. */
  olderValues?: readonly string[]
}

/** The value of the record that proves control of a domain. It is public and names no workspace. */
export function ownershipValue(hostname: string): string {
  return `svc-verify=${hostname}`
}

interface FoundRecords {
  /** TXT records at the name itself that begin with `svc-verify=`. */
  ownership: readonly string[]
  cname: readonly string[]
  claim: readonly string[]
}

export type RecordName = keyof FoundRecords

export interface DomainFindings extends FoundRecords {
  lead: Lead
}

/** The records that a workspace has to add for a domain. `cname` needs a public host for short links. */
export type Records = Record<"ownership" | "claim", DomainRecord> & { readonly cname: DomainRecord | undefined }

/**
 * The name is proven by a public TXT record, by a CNAME to the host of short links, or by leading here in another way.
 * The claim contains the workspace, so that no stranger attaches a domain whose owner has just proven it.
 */
export function recordsFor(
  { keyring, addresses }: Pick<Outside, "keyring" | "addresses">,
  workspaceId: WorkspaceId,
  hostname: string,
): Records {
  const [value, ...olderValues] = keyring.macs("domain-claim", `${workspaceId}:${hostname}`)
  const host = new URL(addresses.short).hostname
  return {
    cname: isPublicName(host) ? { type: "CNAME", name: hostname, value: host } : undefined,
    ownership: { type: "TXT", name: hostname, value: ownershipValue(hostname) },
    claim: { type: "TXT", name: `_svc-claim.${hostname}`, value, olderValues },
  }
}

type LookCx = Pick<Outside, "addresses" | "dns" | "http" | "keyring">

/** Asks an unclaimed name only if `isAsked`, by a member. Throws `upstream_error` when the DNS does not respond. */
export async function lookAt(cx: LookCx, records: Records, isAsked: boolean): Promise<DomainFindings> {
  const { ownership, claim } = records
  const [atName, cname, atClaim] = await Promise.all([
    cx.dns.txt(ownership.name),
    cx.dns.cname(ownership.name),
    cx.dns.txt(claim.name),
  ])
  // TXT records that are read through a CNAME belong to another name.
  const own = cname.length > 0 ? [] : atName.map(unquoted).filter((text) => text.startsWith("svc-verify="))
  const found = { ownership: few(own, ownership), cname: few(cname), claim: few(atClaim.map(unquoted), claim) }
  const mayAsk = isAsked || holdsOf(records, found).claim
  return { ...found, lead: await whereItLeads(cx, ownership.name, { cname, mayAsk }) }
}

export function holdsOf(records: Records, found: FoundRecords): Record<RecordName, boolean> {
  const holds = (which: RecordName) => found[which].some((text) => isValueOf(records[which], text))
  return { ownership: holds("ownership"), cname: holds("cname"), claim: holds("claim") }
}

export const leadsHere = ({ leads }: Lead) => leads === "here" || leads === "through_proxy"

/** The names of missing records; empty when the domain may be attached. */
export function missingNames(records: Records, found: DomainFindings): string[] {
  const { ownership, cname, claim } = holdsOf(records, found)
  return [
    ...(ownership || cname || leadsHere(found.lead) ? [] : [records.ownership.name]), // each shows who has the name
    ...(claim ? [] : [records.claim.name]),
  ]
}

/** Throws `upstream_error` when the DNS does not respond. */
export async function hasTxt(cx: Pick<Outside, "dns">, name: string, value: string): Promise<boolean> {
  return (await cx.dns.txt(name)).some((text) => unquoted(text) === value)
}

const isValueOf = (record: DomainRecord | undefined, text: string) =>
  record !== undefined && [record.value, ...(record.olderValues ?? [])].includes(text)

/** Some DNS consoles store the quotes that people paste. */
const unquoted = (text: string) => text.trim().replace(/^"(.*)"$/, "$1")

const maxKept = 5
const maxKeptLength = 300

function few(values: readonly string[], wanted?: DomainRecord): string[] {
  const wantedFirst = values.toSorted((one, other) => +isValueOf(wanted, other) - +isValueOf(wanted, one))
  return wantedFirst.slice(0, maxKept).map((text) => text.slice(0, maxKeptLength))
}

/**
 * Limits the checks of a domain, since a check makes us query any name server. The limit is per client (`who`), so that
 * a stranger cannot keep the owner from checking it. Throws `rate_limited`.
 */
export async function limitChecks({ counters }: Pick<Outside, "counters">, hostname: string, who: string) {
  const key = `domain:${registrableDomain(hostname)}:${who}`
  const { hits, limit, resetMs } = await countHits(counters, key, { hits: checksPerMinute, windowMs: 60_000 })
  if (hits <= limit) return
  throw checkedTooOften(resetMs)
}

export const checkedTooOften = (resetMs: number) =>
  new ServiceError("rate_limited", "This domain was checked too often.", {
    hint: "Try again in a minute. New DNS records take time to appear.",
    retryAfterSeconds: Math.ceil(resetMs / 1000),
  })
