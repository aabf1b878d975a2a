/**
 * Writes the dumps that `storage/upgrade.test.ts` upgrades and that are not there yet: for each migration but the
 * first, the database as it is before it, with a few rows, for SQLite and PostgreSQL. Run it after adding a migration
 * (it needs `pg_dump` and a PostgreSQL to make databases in); a migration that has been released, and its dump, never
 * change.
 *
 *     node server/test/support/write-dumps.ts
 */
import { execFileSync } from "node:child_process"
import { existsSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import type { TestContext } from "node:test"
import { sql } from "kysely"
import { migrate } from "#storage/migrate.ts"
import { migrations } from "#storage/migrations/index.ts"
import { type DatabaseKind, emptyDatabaseUrl, openDatabase } from "./databases.ts"

/** The rows that each migration's tables get, so that an upgrade has something to lose. */
const rows: Record<string, string[]> = {
  "0001-people": [
    "insert into accounts (id, email, name, created_at) values ('account_1', 'ada@example.com', 'Ada', 1)",
    "insert into workspaces (id, slug, name, created_at) values ('workspace_1', 'studio', 'Studio ''Ada''', 1)",
    "insert into members (workspace_id, account_id, role, created_at) values ('workspace_1', 'account_1', 'owner', 1)",
  ],
  "0002-handover": [
    `insert into offers (id, workspace_id, key, short_key, title, price_cents, currency, state, created_at, updated_at)
      values ('offer_1', 'workspace_1', 'brushes', 'demo', 'Brushes 🖌', 1900, 'usd', 'published', 1, 1)`,
  ],
  "0009-team-time": [
    `insert into team_times (workspace_id, account_id, time_zone, hours, updated_at)
      values ('workspace_1', 'account_1', 'Europe/Berlin', '[]', 1)`,
  ],
  // Somebody who is not a member any more, and what rested on their membership; money in each state that it waits in.
  "0011-buyers": [
    "insert into accounts (id, email, name, created_at) values ('account_2', 'eve@example.com', 'Eve', 1)",
    ...["account_1", "account_2"].flatMap((account) => [
      `insert into grants (id, account_id, client_id, workspace_id, default_workspace_id, scope, resource, redirect_uri,
        created_at, expires_at) values ('grant_${account}', '${account}', 'agents', 'workspace_1', 'workspace_1',
        'links:read', 'http://localhost:3000/mcp', 'http://localhost:1/callback', 2, 9000000000000)`,
      `insert into invitations (id, workspace_id, email, role, invited_by, created_at, expires_at)
        values ('invitation_${account}', 'workspace_1', 'by-${account}@example.com', 'member', '${account}', 2, 9000000000000)`,
    ]),
    ...["open", "paid", "fulfil_failed", "refunding", "fulfilled"].map(
      (state) => `insert into purchases (id, workspace_id, offer_id, buyer_email, state, price_cents, discount_cents,
        amount_cents, currency, snapshot, payment_account, session_id, created_at, updated_at)
        values ('purchase_${state}', 'workspace_1', 'offer_1', '${state}@example.com', '${state}', 1900, 0, 1900, 'usd',
        '{}', 'installation', 'cs_${state}', 1, 2)`,
    ),
  ],
  "0021-link-days": [
    `insert into short_links (id, workspace_id, namespace, slug, destination, visitor_query, clicks, created_at,
      updated_at) values ('link_1', 'workspace_1', '', 'palette', 'https://example.com/', 'drop', 3, 1, 1)`,
    "insert into link_days (link_id, day, referrer, device, clicks) values ('link_1', 20000, 'example.org', 'phone', 3)",
    "update purchases set delivery_revoked_at = 3 where id = 'purchase_fulfilled'",
  ],
}

const cleanUps: (() => unknown)[] = []
const context = { after: (cleanUp: () => unknown) => cleanUps.unshift(cleanUp) } as unknown as TestContext
const names = Object.keys(migrations)

for (const kind of ["sqlite", "postgres"] as const) {
  const url = await emptyDatabaseUrl(context, kind)
  const database = openDatabase(context, url)
  for (const [at, name] of names.slice(0, -1).entries()) {
    await migrate(database, Object.fromEntries(Object.entries(migrations).slice(0, at + 1)))
    await database.migration(async (db) => {
      for (const row of rows[name] ?? []) await sql.raw(row).execute(db)
    })
    const path = new URL(`../../src/storage/migrations/dumps/before-${names[at + 1]}.${kind}.sql`, import.meta.url)
    if (!existsSync(path)) writeFileSync(path, dump(kind, url))
  }
}
for (const cleanUp of cleanUps) await cleanUp()

function dump(kind: DatabaseKind, url: string): string {
  return kind === "sqlite" ? dumpSqlite(url.slice("sqlite:".length)) : dumpPostgres(url)
}

function dumpSqlite(path: string): string {
  const db = new DatabaseSync(path, { readOnly: true })
  const all = db.prepare("select type, name, sql from sqlite_master where sql is not null order by rowid").all()
  // SQLite makes its own tables and those of a virtual one; and these give back nothing that was put into them.
  const made = all.filter(({ name }) => !/^(doc_words_fts|sqlite)_/.test(String(name)))
  const inserts = made
    .filter(({ type, name }) => type === "table" && !/^doc_words_(fts|terms)$/.test(String(name)))
    .flatMap(({ name }) => {
      const columns = db
        .prepare(`select name from pragma_table_info('${name}')`)
        .all()
        .map((column) => `quote("${column.name}")`)
      const values = db.prepare(`select ${columns.join(` || ', ' || `)} as row from "${name}"`).all()
      return values.map(({ row }) => `insert into "${name}" values (${row});`)
    })
  db.close()
  return `${[...made.map(({ sql }) => `${sql};`), ...inserts].join("\n")}\n`
}

function dumpPostgres(url: string): string {
  const options = ["--inserts", "--no-owner", "--no-privileges", "--no-comments", "--dbname", url]
  const text = execFileSync("pg_dump", options, { encoding: "utf8" })
  // What is left out sets up psql's session, not the database.
  return `${text
    .split("\n")
    .filter((line) => !/^(--|\\|SET |SELECT pg_catalog\.set_config|$)/.test(line))
    .join("\n")}\n`
}
