import { setTimeout as sleep } from "node:timers/promises"
import { Cluster, Redis } from "ioredis"
import type { RedisAddress, RedisLogin } from "#config/redis-address.ts"

/** How long a request waits for a count. */
export const commandMs = 200
export const redisRestMs = 1_000

/** A client that fails rather than waits: no queue, no retries, short time limits. */
const impatient = {
  commandTimeout: redisRestMs,
  connectTimeout: redisRestMs,
  disconnectTimeout: commandMs,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
}

const backOff = (times: number) => Math.min(times * 100, redisRestMs)

/** Opens a client that counts. It reconnects by itself, and finds the primary or the owner of a key again. */
export function openRedisClient(address: RedisAddress): Redis | Cluster {
  const client = address.kind === "cluster" ? openCluster(address) : openServer(address)
  client.on("error", () => {}) // every command that fails reports it
  return client
}

function openServer(address: Exclude<RedisAddress, { kind: "cluster" }>): Redis {
  const options = {
    ...impatient,
    enableOfflineQueue: false,
    retryStrategy: backOff,
    // The address may lead to a replica that was just the primary, so reconnect to find the new primary.
    reconnectOnError: (error: Error) => error.message.startsWith("READONLY"),
  }
  if (address.kind === "server") return new Redis(address.url, options)
  return new Redis({
    ...options,
    ...toSentinelOptions(address),
    sentinelRetryStrategy: backOff,
    failoverDetector: true,
  })
}

function openCluster({ nodes, login, hasTls }: Extract<RedisAddress, { kind: "cluster" }>): Cluster {
  const options = {
    enableOfflineQueue: false,
    clusterRetryStrategy: backOff,
    slotsRefreshTimeout: commandMs,
    maxRedirections: 3,
    // A command that would wait for the end of a fail-over fails instead.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    redisOptions: { ...impatient, ...toNodeOptions(login, hasTls) },
  }
  const client = new Cluster([...nodes], options)
  // A node would otherwise be connected by its first command, and refuse further ones meanwhile.
  client.on("+node", (node: Redis) => setImmediate(() => node.connect().catch(() => {})))
  return client
}

/** The primary's address is asked of the Sentinels at each connection. */
export function toSentinelOptions(address: Extract<RedisAddress, { kind: "sentinel" }>) {
  const { nodes, primaryName, login, sentinelLogin, hasTls } = address
  return {
    sentinels: [...nodes],
    name: primaryName,
    ...toNodeOptions(login, hasTls),
    ...(sentinelLogin.username && { sentinelUsername: sentinelLogin.username }),
    ...(sentinelLogin.password && { sentinelPassword: sentinelLogin.password }),
    ...(hasTls && { sentinelTLS: {}, enableTLSForSentinelMode: true }),
    sentinelCommandTimeout: redisRestMs,
    sentinelReconnectStrategy: () => redisRestMs,
  }
}

export const toNodeOptions = (login: RedisLogin, hasTls: boolean) => ({
  ...login,
  ...(hasTls && { tls: {} }),
})

/**
 * Waits until the client and each node of its cluster is connected, for a second at most. The second is counted in
 * steps, so a time in which this process was blocked does not count.
 */
export async function isConnected(client: Redis | Cluster): Promise<boolean> {
  const isReady = () =>
    client.status === "ready" && (client instanceof Redis || client.nodes().every(({ status }) => status === "ready"))
  for (let waitedMs = 0; !isReady() && waitedMs < redisRestMs; waitedMs += 10) await sleep(10)
  return isReady()
}

/** The log's words for a failed command. */
export const describeFault = ({ message }: Error): string =>
  message.startsWith("MOVED ") ? "It is a node of a Redis Cluster. Set SVC_COUNTERS_URL to redis+cluster://…" : message
