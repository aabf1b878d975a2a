import { spawn } from "node:child_process"
import { once } from "node:events"
import type { Readable, Writable } from "node:stream"
import { text } from "node:stream/consumers"
import { pipeline } from "node:stream/promises"
import { Client } from "pg"
import type { NamedBlob } from "./copy-blobs.ts"
import { hasOtherSchema } from "./move-rows.ts"
import { namedBlobs, toNamedBlob } from "./named-blobs.ts"
import { movePostgres } from "./postgres-move-store.ts"

/** Dumps a snapshot of a PostgreSQL database with `pg_dump`, as a stream. Returns the blobs in the dump. */
export async function dumpPostgres<Stored>(
  url: string,
  store: (dump: Readable) => Promise<Stored>,
): Promise<{ named: NamedBlob[]; stored: Stored }> {
  return withClient(url, async (client) => {
    await client.query("set idle_in_transaction_session_timeout = 0; set statement_timeout = 0")
    await client.query("begin isolation level repeatable read, read only")
    const { rows } = await client.query("select pg_export_snapshot() as id")
    const options = ["--format=custom", "--no-owner", "--no-privileges", `--snapshot=${rows[0].id}`]
    const stored = await run("pg_dump", url, { options, work: ({ stdout }) => store(stdout) })
    const named = await client.query(namedBlobs)
    return { named: named.rows.map(toNamedBlob), stored }
  })
}

/** Whether it has no tables, but for those of extensions. */
export async function isEmptyPostgres(url: string): Promise<boolean> {
  const tables = `select 1 from pg_class
    where relkind in ('r', 'p') and relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'
      and not exists (select 1 from pg_depend
        where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e') limit 1`
  return withClient(url, async (client) => (await client.query(tables)).rows.length === 0)
}

/** Makes an empty database on the same server, in place of one with that name. Returns its address. */
export async function createPostgres(url: string, name: string): Promise<string> {
  await dropPostgres(url, name)
  await withClient(url, (client) => client.query(`create database ${name}`)).catch((cause) => {
    throw new Error("The role of SVC_DATABASE_URL may not create databases: `alter role … createdb` lets it.", {
      cause,
    })
  })
  const made = new URL(url)
  made.pathname = `/${name}`
  return made.href
}

export async function dropPostgres(url: string, name: string): Promise<void> {
  await withClient(url, (client) => client.query(`drop database if exists ${name} with (force)`))
}

/** Restores completely or not at all. Moves rows of another schema into new tables of the present one. */
export async function restorePostgres(url: string, dump: Readable): Promise<void> {
  const options = ["--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error"]
  await run("pg_restore", url, { options, work: ({ stdin }) => pipeline(dump, stdin) })
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

/**
 * Runs a PostgreSQL program on a database; `work` writes its input or reads its output. The password is not on the command
 * line, where others could read it. @throws Error with the program's words, or the error of `work`.
 */
async function run<Result>(
  program: string,
  url: string,
  {
    options,
    work,
  }: { options: readonly string[]; work: (program: { stdin: Writable; stdout: Readable }) => Promise<Result> },
): Promise<Result> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ""
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) }
  const running = spawn(program, [`--dbname=${address.href}`, ...options], { env, stdio: ["pipe", "pipe", "pipe"] })
  const ended = once(running, "close").catch((error) => {
    if (error.code !== "ENOENT") throw error
    throw new Error(`${program} is not on the path. Install PostgreSQL's client programs, as new as the server.`)
  })
  const [working, said, ending] = await Promise.allSettled([
    work(running).catch((error) => {
      running.kill()
      throw error
    }),
    text(running.stderr),
    ended,
  ])
  if (ending.status === "rejected") throw ending.reason
  const [code] = ending.value
  const words = said.status === "fulfilled" ? said.value.trim() : ""
  if (code !== 0 && words !== "") throw new Error(`${program} ended with ${code}: ${words}`)
  if (working.status === "rejected") throw working.reason
  if (code !== 0) throw new Error(`${program} ended with ${code}.`)
  return working.value
}
