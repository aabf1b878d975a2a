import type { TestContext } from "node:test"
import { Client } from "pg"
import { atEnd } from "./test-databases.ts"
import { directUrlOf } from "./test-run.ts"

/** What an operation costs PostgreSQL. */
export interface Costs {
  /** How many times this process waits for the database. */
  readonly roundTrips: number
  readonly commits: number
  readonly rowsWritten: number
  /** Rows that are locked without being written, such as those that a foreign key names. */
  readonly rowsLocked: number
  /** Bytes in the write-ahead log. */
  readonly logBytes: number
}

export interface CostMeter {
  /** Runs `work` and returns its costs in the meter's database; undefined if the log has copies of whole pages instead. */
  count(work: () => Promise<unknown>): Promise<Costs | undefined>
}

/**
 * Reads the write-ahead log of the database in `url`. The log contains each written and each locked row, so equal work
 * gives equal counts, whatever other tests do.
 */
export async function openCostMeter(t: TestContext, url: string): Promise<CostMeter> {
  const measured = new URL(url).pathname.slice(1)
  const reader = new Client(directUrlOf(measured))
  await reader.connect()
  atEnd(t, () => reader.end())
  await reader.query("set synchronous_commit = on") // other commits of a test do not wait for the disk
  await reader.query("create extension if not exists pg_walinspect")
  const position = async () => {
    await reader.query("select pg_logical_emit_message(true, 'costs', '')") // its commit writes the log to the disk
    return (await reader.query<{ at: string }>("select pg_current_wal_flush_lsn() at")).rows[0]?.at
  }
  return {
    async count(work) {
      const from = await position()
      const roundTrips = await countRoundTrips(t, measured, work)
      const { rows } = await reader.query<Record<string, string>>(costsInTheLog, [from, await position()])
      const [{ commits = 0, written = 0, locked = 0, bytes = 0, copies = 0 } = {}] = rows
      if (Number(copies) > 0) return undefined
      return {
        roundTrips,
        commits: Number(commits),
        rowsWritten: Number(written),
        rowsLocked: Number(locked),
        logBytes: Number(bytes),
      }
    },
  }
}

/** Sums the records of the tables and indexes of this database, and the commits of the same transactions. */
const costsInTheLog = `
  with records as (select * from pg_get_wal_records_info($1, $2) where resource_manager not in ('XLOG', 'Standby', 'Heap2')),
       ours as (select * from records where block_ref like '%/' || (select oid from pg_database where datname = current_database()) || '/%'),
       commits as (select * from records where resource_manager = 'Transaction' and xid in (select xid from ours))
  select count(*) filter (where resource_manager = 'Transaction' and record_type = 'COMMIT') commits,
         count(*) filter (where resource_manager = 'Heap' and record_type ~ '^(INSERT|UPDATE|HOT_UPDATE|DELETE)') written,
         count(*) filter (where resource_manager = 'Heap' and record_type = 'LOCK') locked,
         coalesce(sum(record_length), 0) bytes,
         coalesce(sum(fpi_length), 0) copies
  from (select * from ours union all select * from commits) every`

async function countRoundTrips(t: TestContext, measured: string, work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const original = Client.prototype.query as () => unknown
  const counted = t.mock.method(Client.prototype, "query", function (this: Client, ...args: unknown[]) {
    if (this.database === measured) count += 1
    return Reflect.apply(original, this, args)
  } as never)
  try {
    await work()
    return count
  } finally {
    counted.mock.restore()
  }
}
