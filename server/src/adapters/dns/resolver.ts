import { Resolver } from "node:dns/promises"
import { dropOldest } from "#kernel/drop-oldest.ts"
import { upstreamError } from "#kernel/error.ts"
import type { Dns } from "./port.ts"

const tryMs = 1_500
const lookupMs = 4_000
const keepMs = 15_000
const maxNames = 1_000
const maxRecords = 200
const maxRecordLength = 4_096

/**
 * Asks `servers` (`address` or `address:port`; none means the system's). Two tries of 1.5 s, 4 s in all. Parallel
 * questions about a name share one request; answers, also empty ones, are cached for 15 s.
 *
 * @throws Error when a server is not an address.
 */
export function openDns(servers: readonly string[], now: () => number = Date.now): Dns {
  newResolver(servers)
  const known = new Map<string, { until: number; answer: Promise<string[]> }>()
  return {
    txt(hostname) {
      const name = hostname.toLowerCase()
      const kept = known.get(name)
      if (kept && kept.until > now()) return kept.answer
      const answer = resolveTxt(newResolver(servers), name)
      known.delete(name)
      known.set(name, { until: now() + keepMs, answer })
      answer.catch(() => known.get(name)?.answer === answer && known.delete(name))
      dropOldest(known, maxNames)
      return answer
    },
  }
}

/** One for each question, since cancelling ends all questions of a resolver. */
function newResolver(servers: readonly string[]): Resolver {
  const resolver = new Resolver({ timeout: tryMs, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return resolver
}

async function resolveTxt(resolver: Resolver, name: string): Promise<string[]> {
  const deadline = setTimeout(() => resolver.cancel(), lookupMs)
  try {
    const records = await resolver.resolveTxt(name)
    return records
      .slice(0, maxRecords)
      .map((chunks) => chunks.join(""))
      .filter((text) => text.length <= maxRecordLength)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "ENOTFOUND" || code === "ENODATA") return []
    throw upstreamError("The name server", error)
  } finally {
    clearTimeout(deadline)
  }
}
