import { spawnSync } from "node:child_process"
import type { TestContext } from "node:test"
import { type RedisServer, redisServer } from "#test/support/databases/redis-server.ts"
import { emptyDatabaseUrl } from "#test/support/databases/test-databases.ts"
import { postgresAnswers } from "#test/support/databases/test-run.ts"

const isMissing = process.env.CI !== "true" && spawnSync("redis-server", ["--version"]).error !== undefined
const servers = new WeakMap<TestContext, RedisServer>()

/** One Redis for each test. Skips the test and returns undefined where redis-server is missing. */
export async function redisFor(t: TestContext): Promise<RedisServer | undefined> {
  if (isMissing) {
    t.skip("redis-server is not installed")
    return undefined
  }
  const known = servers.get(t)
  if (known) return known
  const redis = await redisServer(t)
  await redis.start()
  servers.set(t, redis)
  return redis
}

const urls = new WeakMap<TestContext, string>()

/** The address of one database for each test. Skips the test and returns undefined where there is no PostgreSQL. */
export async function postgresFor(t: TestContext): Promise<string | undefined> {
  if (process.env.CI !== "true" && !(await postgresAnswers())) {
    t.skip("PostgreSQL does not answer on 127.0.0.1:5432")
    return undefined
  }
  const url = urls.get(t) ?? (await emptyDatabaseUrl(t, "postgres"))
  urls.set(t, url)
  return url
}
