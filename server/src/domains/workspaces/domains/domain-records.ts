import type { Outside } from "#access/context.ts"
import { countHits } from "#access/count-hits.ts"
import { ServiceError } from "#kernel/error.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { registrableDomain } from "./hostname.ts"

/** `docs/rest-api.md` gives the same number. */
const checksPerMinute = 30

/** A TXT record that proves who owns a domain. */
export interface DomainRecord {
  name: string
  value: string
  /** Values that are accepted as well, made with older secret keys. */
  olderValues?: readonly string[]
}

/** The value of the record that proves control of a domain. It is public and names no workspace. */
export function ownershipValue(hostname: string): string {
  return `svc-verify=${hostname}`
}

/**
 * The two records that attach a domain to a workspace. One is public. The other contains the workspace, so that a
 * stranger cannot attach a domain whose owner has just added the first one.
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
 * Returns those of the records that the DNS does not have.
 *
 * @throws ServiceError `upstream_error` when the DNS does not respond.
 */
export async function findMissing(cx: Pick<Outside, "dns">, records: readonly DomainRecord[]): Promise<DomainRecord[]> {
  const answers = await Promise.all(records.map(({ name }) => cx.dns.txt(name)))
  return records.filter(
    ({ value, olderValues = [] }, at) => ![value, ...olderValues].some((text) => holds(answers[at] ?? [], text)),
  )
}

/** Whether one of the TXT records is `value`. Some DNS consoles store the quotes that people paste. */
function holds(records: readonly string[], value: string): boolean {
  return records.some((record) => record.trim().replace(/^"(.*)"$/, "$1") === value)
}

/**
 * Limits the checks of a domain by each client, since a check makes us query any name server. Counting by client means
 * that nobody can keep the owner of a domain from checking it.
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

/** The refusal of too many checks; the minute ends in `resetMs` milliseconds. */
export const checkedTooOften = (resetMs: number) =>
  new ServiceError("rate_limited", "You checked this domain too often in the last minute.", {
    hint: "Wait as many seconds as `Retry-After` says; a new record takes a while to be seen anyway.",
    retryAfterSeconds: Math.ceil(resetMs / 1000),
  })
