import type { Outside } from "#access/context.ts"
import { countHits } from "#access/count-hits.ts"
import { ServiceError } from "#kernel/error.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { registrableDomain } from "./hostname.ts"

/** `docs/rest-api.md` says the same. */
const checksPerMinute = 30

/** A TXT record that shows who owns a domain. */
export interface DomainRecord {
  name: string
  value: string
  /** Values that are as good: what was asked for under an older secret key. */
  olderValues?: readonly string[]
}

/** The value of the record that shows control of a domain; it is public and names no workspace. */
export function ownershipValue(hostname: string): string {
  return `svc-verify=${hostname}`
}

/**
 * The two records that attach a domain to a workspace: the public one, and one that says which workspace, so that a
 * stranger cannot attach a domain whose owner has just added the first.
 */
export function recordsFor(
  { keyring }: Pick<Outside, "keyring">,
  workspaceId: WorkspaceId,
  hostname: string,
): DomainRecord[] {
  const [value, ...olderValues] = keyring.macs("domain-claim", `${workspaceId}:${hostname}`)
  return [
    { name: hostname, value: ownershipValue(hostname) },
    { name: `_svc-claim.${hostname}`, value, olderValues },
  ]
}

/**
 * Asks the DNS which of the records are there.
 *
 * @throws ServiceError `upstream_error` when the DNS does not say.
 */
export async function findMissing(cx: Pick<Outside, "dns">, records: readonly DomainRecord[]): Promise<DomainRecord[]> {
  const answers = await Promise.all(records.map(({ name }) => cx.dns.txt(name)))
  return records.filter(
    ({ value, olderValues = [] }, at) => ![value, ...olderValues].some((text) => holds(answers[at] ?? [], text)),
  )
}

/** Whether one of a name's TXT records is `value`. Some DNS consoles keep the quotes that people paste. */
function holds(records: readonly string[], value: string): boolean {
  return records.some((record) => record.trim().replace(/^"(.*)"$/, "$1") === value)
}

/**
 * Anybody can make us ask any name server; each client may have us ask so often about a domain and no more. It is
 * counted by client, so that nobody can keep the owner of a domain from checking it.
 *
 * @param who the network or the account that asks.
 * @throws ServiceError `rate_limited`.
 */
export async function limitChecks(
  { counters }: Pick<Outside, "counters">,
  hostname: string,
  who: string,
): Promise<void> {
  const key = `domain:${registrableDomain(hostname)}:${who}`
  const { hits, limit, resetMs } = await countHits(counters, key, { hits: checksPerMinute, windowMs: 60_000 })
  if (hits <= limit) return
  throw checkedTooOften(resetMs)
}

/** The refusal of a check too many; `resetMs` is left of the minute. */
export const checkedTooOften = (resetMs: number) =>
  new ServiceError("rate_limited", "You checked this domain too often in the last minute.", {
    hint: "Wait as many seconds as `Retry-After` says; a new record takes a while to be seen anyway.",
    retryAfterSeconds: Math.ceil(resetMs / 1000),
  })
