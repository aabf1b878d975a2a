/** The address of the shared counters, from `SVC_COUNTERS_URL`. */
export type CountersAddress = { readonly kind: "memory" } | RedisAddress

/** One server, the nodes of a Redis Cluster, or the Sentinels that watch a primary. */
export type RedisAddress =
  | { readonly kind: "server"; readonly url: string }
  | ({ readonly kind: "cluster" } & RedisNodes)
  | ({ readonly kind: "sentinel"; readonly primaryName: string; readonly sentinelLogin: RedisLogin } & RedisNodes)

export interface RedisNode {
  readonly host: string
  readonly port: number
}

export interface RedisLogin {
  readonly username?: string
  readonly password?: string
}

export interface RedisNodes {
  readonly nodes: readonly RedisNode[]
  /** The login of each Redis server. */
  readonly login: RedisLogin
  readonly hasTls: boolean
}

export const countersSay =
  "must be `memory:`, `redis://host:port`, `redis+cluster://host:port,host:port` or `redis+sentinel://host:port,host:port/primary-name`, with `rediss` for TLS"

const several = /^redis(s?)\+(cluster|sentinel):\/\/(?:([^@/]*)@)?([^/?@]+)(?:\/([^?]*))?(?:\?(.*))?$/
const usualPorts = { cluster: 6379, sentinel: 26379 }

/**
 * `memory:`, `redis://…`, `redis+cluster://user:password@host:port,host:port` or
 * `redis+sentinel://user:password@host:port,host:port/primary-name?sentinelPassword=…`; each with `rediss` for TLS.
 */
export function readCountersAddress(text: string): CountersAddress | undefined {
  if (text === "memory:") return { kind: "memory" }
  if (/^rediss?:\/\/./.test(text)) return { kind: "server", url: text }
  const [, tls, kind, login = "", hosts = "", path = "", query = ""] = several.exec(text) ?? []
  if (kind !== "cluster" && kind !== "sentinel") return undefined
  const nodes = hosts.split(",").flatMap((host) => readNode(host, usualPorts[kind]) ?? [])
  if (nodes.length !== hosts.split(",").length) return undefined
  const shared = { nodes, login: readLogin(login), hasTls: tls === "s" }
  if (kind === "cluster") return path === "" && query === "" ? { kind, ...shared } : undefined
  const { sentinelUsername, sentinelPassword, ...others } = Object.fromEntries(new URLSearchParams(query))
  if (!/^[\w.-]+$/.test(path) || Object.keys(others).length > 0) return undefined
  return { kind, primaryName: path, sentinelLogin: toLogin(sentinelUsername, sentinelPassword), ...shared }
}

function readNode(text: string, usualPort: number): RedisNode | undefined {
  const [, bracketed, plain, port = String(usualPort)] =
    /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+))(?::(\d+))?$/.exec(text) ?? []
  const host = bracketed ?? plain
  return host && Number(port) >= 1 && Number(port) <= 65_535 ? { host, port: Number(port) } : undefined
}

/** `user:password`, `:password` or nothing, percent-encoded. */
function readLogin(text: string): RedisLogin {
  const [, username, password] = /^([^:]*):?(.*)$/.exec(text) ?? []
  return toLogin(...[username, password].map((part) => decoded(part ?? "")))
}

const toLogin = (username?: string, password?: string): RedisLogin => ({
  ...(username && { username }),
  ...(password && { password }),
})

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
