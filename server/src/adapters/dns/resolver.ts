import { Resolver } from "node:dns/promises"
import { dropOldest } from "#kernel/bounds/drop-oldest.ts"
import { upstreamError } from "#kernel/error.ts"
import type { Dns } from "./port.ts"

const tryMs = 1_500
const lookupMs = 4_000
const keepMs = 15_000
const maxAnswers = 1_000
const maxRecords = 200
const maxRecordLength = 4_096

/**
 * Queries `servers`; none means the system's. Two tries of 1.5 s, 4 s in all. Concurrent queries for a name share a
 * request; results, also empty ones, are cached for 15 s. @throws Error when a server is not an address.
 */
export function openDns(servers: readonly string[], now: () => number = Date.now): Dns {
  newResolver(servers)
  const known = new Map<string, { until: number; answer: Promise<string[]> }>()
  const ask = (kind: keyof typeof questions, hostname: string): Promise<string[]> => {
    const name = hostname.toLowerCase()
    const key = `${kind} ${name}`
    const cached = known.get(key)
    if (cached && cached.until > now()) return cached.answer
    const answer = resolve(newResolver(servers), questions[kind], name)
    known.delete(key)
    known.set(key, { until: now() + keepMs, answer })
    answer.catch(() => known.get(key)?.answer === answer && known.delete(key))
    dropOldest(known, maxAnswers)
    return answer
  }
  return {
    txt: (hostname) => ask("txt", hostname),
    cname: (hostname) => ask("cname", hostname),
    addresses: async (hostname) => (await Promise.all([ask("four", hostname), ask("six", hostname)])).flat(),
  }
}

type Question = (resolver: Resolver, name: string) => Promise<string[]>

const questions = {
  txt: async (resolver, name) => (await resolver.resolveTxt(name)).map((chunks) => chunks.join("")),
  cname: async (resolver, name) => (await resolver.resolveCname(name)).map(toHostname),
  four: (resolver, name) => resolver.resolve4(name),
  six: (resolver, name) => resolver.resolve6(name),
} satisfies Record<string, Question>

const toHostname = (name: string) => name.toLowerCase().replace(/\.$/, "")

/** One resolver for each query, since cancelling ends all queries of a resolver. */
function newResolver(servers: readonly string[]): Resolver {
  const resolver = new Resolver({ timeout: tryMs, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return resolver
}

async function resolve(resolver: Resolver, question: Question, name: string): Promise<string[]> {
  const deadline = setTimeout(() => resolver.cancel(), lookupMs)
  try {
    const records = await question(resolver, name)
    return records.slice(0, maxRecords).filter((text) => text.length <= maxRecordLength)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "ENOTFOUND" || code === "ENODATA") return []
    throw upstreamError("The name server", error)
  } finally {
    clearTimeout(deadline)
  }
}
