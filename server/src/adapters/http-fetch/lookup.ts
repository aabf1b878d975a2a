import type { LookupAddress } from "node:dns"
import { Resolver } from "node:dns/promises"
import type { LookupFunction } from "node:net"

export interface LookupRules {
  servers: readonly string[]
  mayConnect(address: string): boolean
  signal: AbortSignal
}

/** All addresses of a name must be allowed. The connection uses these, so a different later answer has no effect. */
export function checkedLookup({ servers, mayConnect, signal }: LookupRules): LookupFunction {
  return (hostname, options, callback) => {
    const resolver = new Resolver({ timeout: 1_500, tries: 2 })
    if (servers.length > 0) resolver.setServers(servers)
    signal.addEventListener("abort", () => resolver.cancel(), { once: true })
    resolve(resolver, hostname).then(
      (addresses) => {
        const [first] = addresses
        if (!first || !addresses.every(({ address }) => mayConnect(address))) {
          callback(new Error("The name does not lead to public addresses only."), [])
        } else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, []),
    )
  }
}

/** Not `dns.lookup`: that has no time limit, occupies one of the few threads that file access needs, and reads `hosts`. */
async function resolve(resolver: Resolver, hostname: string): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  if (four.status === "rejected" && six.status === "rejected") throw four.reason
  return [
    ...(four.status === "fulfilled" ? four.value : []).map((address) => ({ address, family: 4 })),
    ...(six.status === "fulfilled" ? six.value : []).map((address) => ({ address, family: 6 })),
  ]
}
