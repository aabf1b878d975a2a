import { createHash } from "node:crypto"
import { type Kysely, sql } from "kysely"
import { baselineName } from "./baseline/index.ts"
import type { Database } from "./database.ts"

type Named = Kysely<{ migrations: { name: string } }>

/** The migrations that development databases ran before there was a baseline. */
export const the32 = `
  0001-people 0002-handover 0003-requests-and-jobs 0004-people 0005-connections 0006-links 0007-docs 0008-drive
  0009-team-time 0010-chat-commands 0011-buyers 0012-unclear-money 0013-holds 0014-frozen-requests 0015-lanes
  0016-ended-grants 0017-commits 0018-secret-keys 0019-blob-holds 0020-found-sessions 0021-link-days
  0022-workspaces 0023-sales 0024-links-and-drive 0025-docs-together 0026-changes 0027-words 0028-notifications
  0029-doc-writers 0030-assistant 0031-tool-servers 0032-repairs
`
  .trim()
  .split(/\s+/)

/** The baseline with the schema of the 32 migrations, and the result of `fingerprintOf` for that schema. */
const schemaOfThe32 = {
  baseline: "0001-initial-96a0ff46",
  sqlite: "ef8c269ff4468f2331b1f475ce0c21cd350f1e5735de32e7686b57db3df9a289",
  postgres: "5bfd85a28bee496bde62a6e290d422ecdd8bfd76fbcdfb25d7e0cf19aad75a5f",
} as const

/** Two foreign keys kept the names of former tables. */
const renamings = [
  "alter table domains rename constraint domains_workspace_id_fkey1 to domains_workspace_id_fkey",
  "alter table link_days rename constraint link_days_of_countries_link_id_fkey to link_days_link_id_fkey",
]

/**
 * Marks a database of the 32 migrations as one of the baseline. Returns the names of the migrations after that.
 * @throws Error for a development database with another schema; nothing is changed then.
 */
export async function adopt(db: Named, names: ReadonlySet<string>, kind: Database["dialect"]): Promise<Set<string>> {
  if (names.size === 0 || names.has(baselineName)) return new Set(names)
  const isOfThe32 =
    names.size === the32.length && the32.every((name) => names.has(name)) && schemaOfThe32.baseline === baselineName
  if (!isOfThe32 || (await fingerprintOf(db, kind)) !== schemaOfThe32[kind]) throw ofAnotherSchema()
  if (kind === "postgres") for (const renaming of renamings) await sql.raw(renaming).execute(db)
  await db.deleteFrom("migrations").execute()
  await db.insertInto("migrations").values({ name: baselineName }).execute()
  return new Set([baselineName])
}

const ofAnotherSchema = () =>
  new Error(
    "A development version with another schema made this database. Nothing was changed. Install that version, take a backup with `npm run backup -- <folder>`, and restore it with this version into an empty database: `npm run restore -- <folder>`.",
  )

export async function fingerprintOf(db: Named, kind: Database["dialect"]): Promise<string> {
  const tables = await db.introspection.getTables()
  const columns = tables.flatMap(({ name: table, columns }) =>
    columns.map(({ name, dataType, isNullable, hasDefaultValue }) =>
      [table, name, dataType.toLowerCase(), isNullable, hasDefaultValue].join(" "),
    ),
  )
  const { rows } = await indexes[kind].execute(db)
  const lines = [...columns, ...rows.map(({ name }) => name)].sort()
  return createHash("sha256").update(lines.join("\n")).digest("hex")
}

const indexes = {
  sqlite: sql<{ name: string }>`
    select made.name || ' ' || list.name || ' ' || list."unique" || list.partial as name
    from sqlite_schema as made join pragma_index_list(made.name) as list where made.type = 'table'`,
  postgres: sql<{ name: string }>`select indexdef as name from pg_indexes where schemaname = 'public'`,
}
