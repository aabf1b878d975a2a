import { PostgresAdapter, sql } from "kysely"
import { type Migrations, migrations } from "#storage/migrations.ts"

/** The migrations of a release after the present one: a table, a column with a default, and an index of a filled table. */
export const nextRelease: Migrations = {
  ...migrations,
  "0098-badges": {
    async up(db) {
      await sql`create table badges (id text not null, workspace_id text not null, offer_id text,
        primary key (workspace_id, id), foreign key (workspace_id, offer_id) references offers (workspace_id, id))`.execute(
        db,
      )
      await sql`alter table offers add column badge text not null default 'new'`.execute(db)
    },
  },
  "0099-badges-of-offers": {
    isOutsideTransaction: true,
    async up(db) {
      const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
      const concurrently = sql.raw(isPostgres ? "concurrently" : "")
      await sql`drop index ${concurrently} if exists offers_badge`.execute(db)
      await sql`create index ${concurrently} offers_badge on offers (badge)`.execute(db)
    },
  },
}

export const nextNames = Object.keys(nextRelease).slice(-2)
