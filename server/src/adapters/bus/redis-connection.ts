import { Redis } from "ioredis"
import { toNodeOptions, toSentinelOptions } from "#adapters/counters/redis-client.ts"
import type { RedisAddress, RedisLogin, RedisNode } from "#config/redis-address.ts"

type Cluster = Extract<RedisAddress, { kind: "cluster" }>
type Server = Exclude<RedisAddress, Cluster> | ClusterNode
type ClusterNode = { kind: "node"; node: RedisNode; login: RedisLogin; hasTls: boolean }

/** The time to find the owner of a key; a node that hangs must not use up the time of the whole attempt. */
const findMs = 1_000

const ending = {
  lazyConnect: true,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  retryStrategy: () => null,
  sentinelRetryStrategy: () => null,
}

interface TimeLimits {
  connectTimeout?: number
  commandTimeout?: number
}

/** A connection that ends at any fault. Its owner opens the next one. */
export function connectionTo(server: Server, timeLimits: TimeLimits = {}): Redis {
  const client = open(server, { ...ending, ...timeLimits })
  client.on("error", () => {}) // the connection ends then, and `end` reports it
  return client
}

function open(server: Server, options: typeof ending & TimeLimits): Redis {
  if (server.kind === "server") return new Redis(server.url, options)
  // The Sentinels' message ends a connection to a former primary that still answers, or that hangs.
  if (server.kind === "sentinel") return new Redis({ ...options, ...toSentinelOptions(server), failoverDetector: true })
  return new Redis({ ...options, ...server.node, ...toNodeOptions(server.login, server.hasTls) })
}

/** Finds the node of a cluster that accepts writes of `key`. All nodes of the address are asked at once. */
export async function findOwningNode({ nodes, login, hasTls }: Cluster, key: string): Promise<ClusterNode> {
  const asked = nodes.map(async (node): Promise<ClusterNode> => {
    const client = connectionTo(
      { kind: "node", node, login, hasTls },
      { connectTimeout: findMs, commandTimeout: findMs },
    )
    try {
      await client.connect()
      return { kind: "node", node: await ownerOf(client, key, node), login, hasTls }
    } finally {
      client.disconnect()
    }
  })
  return Promise.any(asked).catch(({ errors }: AggregateError) => Promise.reject(errors[0]))
}

/** Redis' cluster specification: `MOVED 3999 127.0.0.1:6381`; without a host, it is the host that was asked. */
async function ownerOf(client: Redis, key: string, asked: RedisNode): Promise<RedisNode> {
  try {
    await client.set(key, "", "PX", 1)
    return asked
  } catch (fault) {
    const [, host, port] = /^MOVED \d+ (.*):(\d+)$/.exec((fault as Error).message) ?? []
    if (port === undefined) throw fault
    return { host: host || asked.host, port: Number(port) }
  }
}
