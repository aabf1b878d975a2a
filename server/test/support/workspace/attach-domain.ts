import type { Caller } from "#access/caller.ts"
import { attachDomain } from "#domains/workspaces/index.ts"
import type { DnsServer } from "../stand-ins/dns-server.ts"
import type { World } from "../worlds/world.ts"

/** Attaches a domain as an admin does: asks for the records, puts them into the DNS, and asks again. Returns its id. */
export async function attach(
  { act, clock, dns }: Pick<World, "act" | "clock"> & { dns: DnsServer },
  hostname: string,
  by: Caller | "admin" = "admin",
): Promise<string> {
  const { domain } = await act(by, attachDomain, { domain: hostname })
  for (const { type, name, value } of domain.records) dns.answer(type, name, [value])
  clock.advance(60_000)
  const attached = await act(by, attachDomain, { domain: hostname })
  if (attached.missing.length > 0) throw new Error(`Records are missing: ${attached.missing.join(", ")}`)
  return domain.id
}
