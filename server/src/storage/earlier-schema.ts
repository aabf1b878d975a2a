import { createHash } from "node:crypto"
import { type Kysely, sql } from "kysely"
import { baselineName } from "./baseline/index.ts"
import type { Database } from "./database.ts"

type Named = Kysely<{ migrations: { name: string } }>

/** The last of the 32 migrations that development databases ran before there was a baseline. */
const lastOfThe32 = "0032-repairs"

/** The baseline with the schema of the 32, and what `fingerprintOf` makes of that schema. */
const schemaOfThe32 = {
  baseline: "0001-initial-afe6f80a",
  sqlite: "2bd6875f87ac6e1953d57642f79c6a3d212269d454265a870310a57ddfee19f7",
  postgres: "512fb1c4bd6cc738811500af84b443e19207715bf60e911e5613b4a5034e266c",
} as const

/** Two foreign keys kept the names of former tables. */
const renamings = [
  "alter table domains rename constraint domains_workspace_id_fkey1 to domains_workspace_id_fkey",
  "alter table link_days rename constraint link_days_of_countries_link_id_fkey to link_days_link_id_fkey",
]

/**
 * Looks at the migrations that a database says it ran. A database of the 32 with the present schema is marked as one of
 * the baseline.
 *
 * @returns the names that are true from now on.
 * @throws Error when a development version with another schema made the database. Nothing is changed then.
 */
export async function adopt(db: Named, names: ReadonlySet<string>, kind: Database["dialect"]): Promise<Set<string>> {
  const others = [...names].filter((name) => name !== baselineName && /^00(0[1-9]|[12]\d|3[012])-/.test(name))
  if (others.length === 0 || names.has(baselineName)) return new Set(names)
  const isOfThe32 = others.length === 32 && names.has(lastOfThe32) && schemaOfThe32.baseline === baselineName
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

/** The SHA-256 of a schema's columns and the names of its indexes, in hexadecimal. */
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
  sqlite: sql<{ name: string }>`select name from sqlite_schema where type in ('index', 'trigger')`,
  postgres: sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = 'public'`,
}
