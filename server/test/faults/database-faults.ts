import { setTimeout as sleep } from "node:timers/promises"
import type { PostgresProcess } from "#test/support/databases/postgres-process.ts"
import type { CommitFate, PostgresProxy } from "#test/support/databases/postgres-proxy.ts"

export const terminateAll = `select pg_terminate_backend(pid) from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()`

/** Applies a fate to the next COMMIT only. */
export function nextCommit(proxy: PostgresProxy, fate: CommitFate): void {
  proxy.fateOfCommit = () => {
    proxy.fateOfCommit = () => "pass"
    return fate
  }
}

/** Kills PostgreSQL as a crash does, shortly from now, and restarts it. */
export async function crash(postgres: PostgresProcess, signal?: "SIGKILL"): Promise<void> {
  await sleep(20)
  await postgres.crash(signal)
  await postgres.start()
}

type Fault = (postgres: PostgresProcess, proxy: PostgresProxy) => Promise<unknown>

/** Faults of a database. Each ends with the database available again. */
const faults: readonly Fault[] = [
  (postgres) => postgres.administer(terminateAll),
  async (_, proxy) => nextCommit(proxy, "cut before"),
  async (_, proxy) => nextCommit(proxy, "cut answer"),
  async (_, proxy) => nextCommit(proxy, "late"),
  async (_, proxy) => proxy.cut(),
  async (_, proxy) => {
    await proxy.refuse()
    await sleep(100)
    await proxy.listen()
  },
  (postgres) => crash(postgres),
  (postgres) => crash(postgres, "SIGKILL"),
]

/** How many faults a test causes; `npm run soak` sets more. */
export const cuts = Number(process.env.DATABASE_CUTS ?? faults.length)

/** Causes the n-th fault. */
export async function cut(n: number, postgres: PostgresProcess, proxy: PostgresProxy): Promise<void> {
  await faults[n % faults.length]?.(postgres, proxy)
}
