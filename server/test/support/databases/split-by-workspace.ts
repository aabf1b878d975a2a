import { CompiledQuery, type Kysely, sql } from "kysely"
import { tablesInOrder } from "#storage/baseline/index.ts"
import type { WriteDb } from "#storage/database.ts"
import type { Statement } from "./note-statements.ts"

/** Tables with a column `workspace_id` whose rows are spread by another key, and why. */
const notByWorkspace: Record<string, string> = {
  audit_entries: "belongs to a grant",
  directory: "is read by its key, to find the workspace",
  grants: "belongs to an account, and may cover all of its workspaces",
  mails: "belongs to an address; many concern no workspace",
  unclear_money: "belongs to a processor account; the workspace may be unknown",
}

interface Key {
  table: string
  name: string
  add: string
}

/**
 * Builds the schema again in the schema `split`, with each workspace's table partitioned by workspace. Returns the keys
 * that PostgreSQL refuses.
 */
export async function splitByWorkspace(db: WriteDb, partitions = 2): Promise<string[]> {
  const keys = await keysOf(db)
  await copyTables(db, partitions)
  const refused: string[] = []
  for (const key of keys) if (!(await isAccepted(db, key))) refused.push(`${key.table}.${key.name}`)
  return refused
}

/** Primary keys and unique keys come first, since foreign keys need them. */
async function keysOf(db: WriteDb): Promise<Key[]> {
  const constraints = sql<Key>`
    select cls.relname as table, con.conname as name,
      format('alter table split.%I add constraint %I %s', cls.relname, con.conname,
        replace(pg_get_constraintdef(con.oid), 'REFERENCES ', 'REFERENCES split.')) as add
    from pg_constraint con join pg_class cls on cls.oid = con.conrelid
    where con.connamespace = 'public'::regnamespace and con.contype in ('p', 'u', 'f')
    order by con.contype = 'f', cls.relname, con.conname`
  const indexes = sql<Key>`
    select tablename as table, indexname as name, replace(indexdef, ' ON public.', ' ON split.') as add
    from pg_indexes where schemaname = 'public' and indexdef like 'CREATE UNIQUE %'
      and indexname not in (select conname from pg_constraint where contype in ('p', 'u'))
    order by 1, 2`
  return [...(await indexes.execute(db)).rows, ...(await constraints.execute(db)).rows]
}

async function copyTables(db: WriteDb, partitions: number): Promise<void> {
  await sql`create schema split`.execute(db)
  const tables = await (db as unknown as Kysely<unknown>).introspection.getTables()
  for (const { name, columns, schema } of tables) {
    if (schema !== "public") continue
    const isOwned = columns.some((column) => column.name === "workspace_id") && !(name in notByWorkspace)
    const key = name === "workspaces" ? "id" : isOwned ? "workspace_id" : undefined
    const [copy, original] = [sql.table(`split.${name}`), sql.table(`public.${name}`)]
    const rows = sql`create table ${copy} (like ${original} including defaults)`
    if (!key) await rows.execute(db)
    else {
      await sql`${rows} partition by hash (${sql.ref(key)})`.execute(db)
      for (let part = 0; part < partitions; part += 1) {
        await sql`create table ${sql.table(`split.${name}_${part}`)} partition of ${copy}
          for values with (modulus ${sql.lit(partitions)}, remainder ${sql.lit(part)})`.execute(db)
      }
    }
  }
}

async function isAccepted(db: WriteDb, { add }: Key): Promise<boolean> {
  await sql`savepoint before_key`.execute(db)
  try {
    await sql.raw(add).execute(db)
    return true
  } catch {
    await sql`rollback to savepoint before_key`.execute(db)
    return false
  }
}

/** Copies all rows into the schema `split`. */
export async function fillSplit(db: WriteDb): Promise<void> {
  for (const name of tablesInOrder) {
    await sql`insert into ${sql.table(`split.${name}`)} select * from ${sql.table(`public.${name}`)}`.execute(db)
  }
}

/** The tables of which a statement reads more than one partition in the schema `split`. It changes nothing. */
export async function listWidelyRead(db: WriteDb, { sql: text, parameters }: Statement): Promise<string[]> {
  await sql`savepoint before_statement`.execute(db)
  await narrowPlans(db)
  const explain = CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters])
  const { rows } = await db.executeQuery(explain)
  await sql`rollback to savepoint before_statement`.execute(db)
  const read = Map.groupBy(new Set(partitionsIn(rows)), (partition) => partition.replace(/_\d+$/, ""))
  return [...read].flatMap(([table, partitions]) => (partitions.length > 1 ? [table] : [])).sort()
}

/** Makes small tables be read by their keys; they are otherwise read whole, whatever their partitions. */
async function narrowPlans(db: WriteDb): Promise<void> {
  await sql`set local enable_seqscan = off`.execute(db)
  await sql`set local enable_hashjoin = off`.execute(db)
  await sql`set local enable_mergejoin = off`.execute(db)
  await sql`set local search_path = split`.execute(db)
}

function partitionsIn(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(partitionsIn)
  if (typeof plan !== "object" || plan === null) return []
  const node = plan as Record<string, unknown>
  const isRead = /Scan$/.test(String(node["Node Type"])) && Number(node["Actual Loops"]) > 0
  return [
    ...(isRead && node["Relation Name"] ? [String(node["Relation Name"])] : []),
    ...partitionsIn(Object.values(node)),
  ]
}

/**
 * The tables of which a statement's plan reads more than one partition in the schema `split`, without running it. A scan
 * whose condition compares `workspace_id` with a column of another table reads one partition for each of its rows.
 */
export async function listWidelyPlanned(db: WriteDb, { sql: text, parameters }: Statement): Promise<string[]> {
  await sql`savepoint before_statement`.execute(db)
  try {
    await narrowPlans(db)
    const { rows } = await db.executeQuery(CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]))
    const read = Map.groupBy(new Set(unboundScansIn(rows)), (partition) => partition.replace(/_\d+$/, ""))
    return [...read].flatMap(([table, partitions]) => (partitions.length > 1 ? [table] : [])).sort()
  } finally {
    await sql`rollback to savepoint before_statement`.execute(db)
  }
}

function unboundScansIn(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(unboundScansIn)
  if (typeof plan !== "object" || plan === null) return []
  const node = plan as Record<string, unknown>
  const conditions = [node["Index Cond"], node["Recheck Cond"], node.Filter].join(" ")
  const isBound = /\bworkspace_id = [\w.$]+/.test(conditions)
  const isWorkspace = /^workspaces_\d/.test(String(node["Relation Name"])) && /\bid = [\w.$]+/.test(conditions)
  const isUnbound = /Scan$/.test(String(node["Node Type"])) && !isBound && !isWorkspace
  return [
    ...(isUnbound && node["Relation Name"] ? [String(node["Relation Name"])] : []),
    ...unboundScansIn(Object.values(node)),
  ]
}
