import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { TestContext } from "node:test"
import { Redis } from "ioredis"
import { until } from "../basics/until.ts"
import { freePort } from "../http/free-port.ts"
import { type RedisServer, redisServer } from "./redis-server.ts"
import { temporaryFolder } from "./test-databases.ts"

/** Several Redis servers, of which one takes the place of another that is killed. */
export interface RedisGroup {
  /** What SVC_COUNTERS_URL is set to. */
  readonly url: string
  /** The server that carries the bus, and each other one of the group. */
  readonly servers: readonly RedisServer[]
  /** Waits until the others agree on the successor of a killed server. */
  failedOver(killed: RedisServer): Promise<RedisServer>
  /** Waits until a server that was started again is a replica. */
  rejoined(server: RedisServer): Promise<void>
}

/** Why tests with their own Redis are skipped; false where they run. Where CI=true they always run. */
export const skipWithoutRedis =
  process.env.CI === "true" || spawnSync("redis-server", ["--version"]).error === undefined
    ? false
    : "redis-server is not installed"

/** Calls `run` with an administrator's connection. Returns false if the server does not accept it. */
async function administer({ url }: RedisServer, run: (client: Redis) => Promise<unknown>): Promise<boolean> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 1_000 })
  client.on("error", () => {})
  try {
    await client.connect()
    return Boolean(await run(client))
  } catch {
    return false
  } finally {
    client.disconnect()
  }
}

const isReplica = (server: RedisServer) =>
  administer(server, async (client) => /role:slave[\s\S]*master_link_status:up/.test(await client.info("replication")))
const isPrimary = (server: RedisServer) =>
  administer(server, async (client) => (await client.info("replication")).includes("role:master"))

/** Waits until one of `servers` is the primary in place of the killed one. */
async function successorOf(killed: RedisServer, servers: readonly RedisServer[]): Promise<RedisServer> {
  let found: RedisServer | undefined
  await until(async () => {
    for (const server of servers) if (server !== killed && (await isPrimary(server))) found = server
    return found !== undefined
  }, 60_000)
  return found as RedisServer
}

/** A cluster of three primaries, the first of which has a replica and owns the slot of `atelier:bus` (623). */
export async function redisCluster(t: TestContext): Promise<RedisGroup> {
  const servers: RedisServer[] = []
  const ports: number[] = []
  for (let index = 0; index < 4; index += 1) {
    const busPort = await freePort()
    const settings = { enabled: "yes", port: busPort, "node-timeout": 1_000, "config-file": "nodes.conf" }
    const options = Object.entries(settings).flatMap(([name, value]) => [`--cluster-${name}`, String(value)])
    const server = await redisServer(t, options)
    await server.start()
    servers.push(server)
    ports.push(busPort)
  }
  const [first, second, third, replica] = servers as [RedisServer, RedisServer, RedisServer, RedisServer]
  const slots = [[0, 5_460], [5_461, 10_922], [10_923, 16_383]] // biome-ignore format: a table
  for (const [index, [from = 0, to = 0]] of slots.entries()) {
    const server = servers[index] as RedisServer
    await administer(server, (client) => client.call("CLUSTER", "ADDSLOTSRANGE", from, to))
    await administer(server, (client) => client.call("CLUSTER", "SET-CONFIG-EPOCH", index + 1))
  }
  for (const [index, server] of servers.entries())
    await administer(first, (client) => client.call("CLUSTER", "MEET", "127.0.0.1", server.port, Number(ports[index])))
  let id = ""
  await administer(first, async (client) => {
    id = String(await client.call("CLUSTER", "MYID"))
  })
  await until(() => administer(replica, (client) => client.call("CLUSTER", "REPLICATE", id)))
  await until(() => isReplica(replica))
  for (const server of servers) await until(() => isWhole(server))
  return {
    url: `redis+cluster://${servers.map(({ port }) => `127.0.0.1:${port}`).join(",")}`,
    servers: [first, replica, second, third],
    async failedOver(killed) {
      const successor = await successorOf(killed, [first, replica])
      for (const server of servers) if (server !== killed) await until(() => isWhole(server))
      return successor
    },
    rejoined: (server) => until(() => isReplica(server)),
  }
}

/** Whether a node accepts commands: all slots have an owner that it knows. */
const isWhole = (server: RedisServer) =>
  administer(server, async (client) => {
    const info = String(await client.call("CLUSTER", "INFO"))
    return info.includes("cluster_state:ok") && info.includes("cluster_known_nodes:4")
  })

/** A primary, its replica, and three Sentinels that watch them under the name `atelier`. */
export async function redisSentinels(t: TestContext): Promise<RedisGroup> {
  const first = await redisServer(t)
  await first.start()
  const replica = await redisServer(t, ["--replicaof", "127.0.0.1", String(first.port)])
  await replica.start()
  await until(() => isReplica(replica))
  const sentinels: RedisServer[] = []
  for (let index = 0; index < 3; index += 1) {
    const file = join(temporaryFolder(t), "sentinel.conf")
    writeFileSync(
      file,
      `sentinel monitor atelier 127.0.0.1 ${first.port} 2
sentinel down-after-milliseconds atelier 1000
sentinel failover-timeout atelier 3000
`,
    )
    const sentinel = await redisServer(t, [file, "--sentinel"])
    await sentinel.start()
    sentinels.push(sentinel)
  }
  for (const sentinel of sentinels) await until(() => administer(sentinel, knowsOthers))
  const names = async (client: Redis) =>
    (await client.call("SENTINEL", "get-master-addr-by-name", "atelier")) as string[]
  return {
    url: `redis+sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(",")}/atelier`,
    servers: [first, replica],
    async failedOver(killed) {
      const successor = await successorOf(killed, [first, replica])
      const isNamed = async (client: Redis) => (await names(client))[1] === String(successor.port)
      for (const sentinel of sentinels) await until(() => administer(sentinel, isNamed))
      return successor
    },
    rejoined: (server) => until(() => isReplica(server)),
  }
}

async function knowsOthers(client: Redis): Promise<boolean> {
  const [replicas, others] = [
    await client.call("SENTINEL", "replicas", "atelier"),
    await client.call("SENTINEL", "sentinels", "atelier"),
  ]
  return (replicas as unknown[]).length === 1 && (others as unknown[]).length === 2
}
