/**
 * PostgreSQL databases whose tests have ended, emptied for others of the same run: a thirtieth of the work of creating
 * one. Each has a file in a folder that all processes of a run share. The process that deletes the file owns it.
 */
import { mkdirSync, readdirSync, unlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Client } from "pg"
import { directUrlOf, endsConnections, spareFolder } from "./test-run.ts"

/** The name of a database with the newest schema and no rows; undefined when none is spare. */
export function takeSpare(): string | undefined {
  return namesIn(spareFolder).find(isTaken)
}

/**
 * Empties a database that its test no longer uses, and keeps it for others. Returns whether it did: a database that has
 * grown, or whose schema differs from `schema`, is useless to them.
 */
export async function keepSpare(name: string, schema: string): Promise<boolean> {
  const client = new Client(directUrlOf(name))
  await client.connect()
  try {
    await client.query(endsConnections(name))
    await empty(client)
    if ((await schemaIn(client)) !== schema) return false
  } finally {
    await client.end()
  }
  mkdirSync(spareFolder, { recursive: true })
  writeFileSync(join(spareFolder, name), "")
  return true
}

/**
 * A digest of an empty database: tables, columns, constraints, triggers, the rows of migrations. It is the same for a
 * database and its copies, whose tables have the same numbers.
 */
export async function schemaOf(name: string): Promise<string> {
  const client = new Client(directUrlOf(name))
  await client.connect()
  try {
    return await schemaIn(client)
  } finally {
    await client.end()
  }
}

async function schemaIn(client: Client): Promise<string> {
  const { rows } = await client.query<{ digest: string }>(digest)
  return String(rows[0]?.digest)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // none was kept yet
  }
}

function isTaken(name: string): boolean {
  try {
    unlinkSync(join(spareFolder, name))
    return true
  } catch {
    return false // another process was faster
  }
}

/**
 * Deletes a test's rows and frees their pages. So rows of the next test are stored in the order of writing, as in a new
 * database, and the planner has no statistics.
 */
async function empty(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`select relname as name from pg_class where ${written}`)
  await client.query("select setval(seqrelid, seqstart, false) from pg_sequence")
  if (rows.length === 0) return
  await client.query("set session_replication_role = replica") // in any order, without checking references
  await client.query(rows.map(({ name }) => `delete from "${name}"`).join(";"))
  await client.query(`vacuum (index_cleanup on, truncate on) ${rows.map(({ name }) => `"${name}"`).join(", ")}`)
  await client.query(
    `update pg_class set relpages = 0, reltuples = -1 where relkind = 'r' and reltuples <> -1 and ${unfilled}`,
  )
}

/** The tables that are empty after the migrations. */
const unfilled =
  "relnamespace = 'public'::regnamespace and relname not in ('migrations', 'processor_accounts', 'checkout_session_listings')"

/** Those of them that use pages, even if only for deleted rows. */
const written = `relkind = 'r' and ${unfilled} and pg_relation_size(oid) > 0`

/** In a database that many rows have enlarged, even empty tables are slow to read. */
const digest = `select md5(concat_ws('|',
  (select string_agg(concat(relname, relkind, relnatts, relhasrules), ',' order by relname) from pg_class
    where relnamespace = 'public'::regnamespace),
  (select string_agg(pg_constraint::text, ',' order by oid) from pg_constraint where connamespace = 'public'::regnamespace),
  (select string_agg(pg_trigger::text, ',' order by oid) from pg_trigger where not tgisinternal),
  (select string_agg(proname, ',' order by proname) from pg_proc where pronamespace = 'public'::regnamespace),
  (select string_agg(nspname, ',' order by nspname) from pg_namespace where nspname !~ '^pg_(temp|toast)'),
  (select string_agg(concat(setrole, setconfig), ',') from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
    where datname = current_database()),
  (select string_agg(migrations::text, ',' order by migrations::text) from migrations),
  (select string_agg(processor_accounts::text, ',' order by processor_accounts::text) from processor_accounts),
  (select string_agg(checkout_session_listings::text, ',' order by checkout_session_listings::text) from checkout_session_listings),
  (select string_agg(relname, ',') from pg_class where ${written}),
  (select count(*) from pg_statistic),
  pg_database_size(current_database()) > 24e6)) as digest`
