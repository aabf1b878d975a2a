import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { Client } from "pg"
import type { NamedBlob } from "./copy-blobs.ts"
import { hasOtherSchema } from "./move-rows.ts"
import { namedBlobs, toNamedBlob } from "./named-blobs.ts"
import { movePostgres } from "./postgres-move-store.ts"

/** Dumps a snapshot of a PostgreSQL database with `pg_dump`. Returns the blobs in the dump. */
export async function dumpPostgres(url: string, target: string): Promise<NamedBlob[]> {
  return withClient(url, async (client) => {
    await client.query("set idle_in_transaction_session_timeout = 0; set statement_timeout = 0")
    await client.query("begin isolation level repeatable read, read only")
    const { rows } = await client.query("select pg_export_snapshot() as id")
    const options = ["--format=custom", "--no-owner", "--no-privileges", `--snapshot=${rows[0].id}`, `--file=${target}`]
    await run("pg_dump", url, options)
    const named = await client.query(namedBlobs)
    return named.rows.map(toNamedBlob)
  })
}

export async function isEmptyPostgres(url: string): Promise<boolean> {
  const tables = `select 1 from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') limit 1`
  return withClient(url, async (client) => (await client.query(tables)).rows.length === 0)
}

/** Restores completely or not at all. Moves rows of another schema into new tables of the present one. */
export async function restorePostgres(url: string, dump: string): Promise<void> {
  await run("pg_restore", url, ["--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error", dump])
  const { rows } = await withClient(url, (client) => client.query("select name from migrations"))
  if (hasOtherSchema(rows.map(({ name }) => name))) await movePostgres(url)
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client(url)
  client.on("error", () => {}) // the query that is running throws
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs a PostgreSQL program on a database. The password is not on the command line, where others could read it. */
async function run(program: string, url: string, options: readonly string[]): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ""
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) }
  const running = spawn(program, [`--dbname=${address.href}`, ...options], { env, stdio: ["ignore", "ignore", "pipe"] })
  const said = text(running.stderr)
  const [code] = await once(running, "close").catch((error) => {
    if (error.code !== "ENOENT") throw error
    throw new Error(`${program} is not on the path. Install PostgreSQL's client programs, as new as the server.`)
  })
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${(await said).trim()}`)
}
