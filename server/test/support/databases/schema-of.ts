import { sql } from "kysely"
import type { Database } from "#storage/database.ts"

/** All parts of a database's schema, as sorted text: equal schemas give equal lists. */
export async function schemaOf(database: Database): Promise<string[]> {
  const query = database.dialect === "sqlite" ? sqliteSchema : postgresSchema
  const { rows } = await query.execute(database.read)
  return rows.map((row) => Object.values(row).join(" | ")).sort()
}

const sqliteSchema = sql<Record<string, string>>`select type, name, sql from sqlite_master where sql is not null`

const postgresSchema = sql<Record<string, string>>`
  select 'column' as kind, table_name || '.' || column_name as name,
    concat_ws(' ', data_type, is_nullable, column_default) as definition
  from information_schema.columns where table_schema = 'public'
  union all
  select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
  union all
  select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
  from pg_constraint where connamespace = 'public'::regnamespace`
