import type { Caller } from "#access/context.ts"
import { attachDomain, certify } from "#domains/workspaces/index.ts"
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

/** Makes the DNS lead a name to the host of short links. */
export function leadHere({ app, dns }: Pick<World, "app"> & { dns: DnsServer }, hostname: string): void {
  for (const name of [hostname, new URL(app.addresses.short).hostname]) {
    dns.answer("A", name, ["203.0.113.7"])
    dns.answer("AAAA", name, ["2001:db8::7"])
  }
}

/** Attaches a domain whose name leads here, and allows its certificate, as for its first visitor. */
export async function attachServed(
  studio: Pick<World, "act" | "app" | "clock" | "cx"> & { dns: DnsServer },
  hostname: string,
) {
  leadHere(studio, hostname)
  const id = await attach(studio, hostname)
  const answer = await certify(studio.cx, hostname)
  if (answer !== "served") throw new Error(`The certificate is refused: ${answer}.`)
  return id
}
