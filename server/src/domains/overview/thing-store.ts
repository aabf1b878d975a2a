import { sql } from "kysely"
import type { Member, Reading } from "#access/context.ts"
import { ownRowsIn } from "#storage/own-row.ts"

/** The names, by id, of the workspace's links and docs outside the trash. */
export async function findThingNames(
  cx: Reading & Member,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const links = cx.db
    .selectFrom("short_links")
    .select(["id", sql<string>`coalesce(title, slug)`.as("name")])
    .where(ownRowsIn(cx, ids))
    .where("deleted_at", "is", null)
  const docs = cx.db
    .selectFrom("docs")
    .select(["id", "title as name"])
    .where(ownRowsIn(cx, ids))
    .where("deleted_at", "is", null)
  const found = await links.unionAll(docs).execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}
