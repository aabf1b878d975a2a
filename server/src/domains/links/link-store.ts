import { type RawBuilder, type Selectable, sql, type UpdateObject } from "kysely"
import type { Member } from "#access/caller.ts"
import type { Inside, Reading } from "#access/context.ts"
import type { ListPart } from "#kernel/cursor.ts"
import { latestFirst } from "#storage/latest-first.ts"
import { ownRow } from "#storage/own-row.ts"
import { preparedWrite } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"

export type LinkRow = Selectable<Schema["short_links"]>

const insert = preparedWrite<LinkRow, LinkRow>((db, arg) =>
  db
    .insertInto("short_links")
    .values({
      id: arg("id"),
      workspace_id: arg("workspace_id"),
      namespace: arg("namespace"),
      slug: arg("slug"),
      destination: arg("destination"),
      title: arg("title"),
      visitor_query: arg("visitor_query"),
      clicks: arg("clicks"),
      click_limit: arg("click_limit"),
      expires_at: arg("expires_at"),
      suspended_at: arg("suspended_at"),
      deleted_at: arg("deleted_at"),
      created_by: arg("created_by"),
      created_at: arg("created_at"),
      updated_at: arg("updated_at"),
    })
    .onConflict((conflict) => conflict.columns(["namespace", "slug"]).doNothing())
    .returningAll(),
)

/** Inserts a link. Undefined when its slug is taken, perhaps by a link in the trash. */
export async function insertLink(
  cx: Inside & Member,
  row: Omit<LinkRow, "workspace_id">,
): Promise<LinkRow | undefined> {
  return (await insert(cx.db, { ...row, workspace_id: cx.workspaceId }))[0]
}

/** Finds a link of the workspace, also in the trash. */
export function findOwnLink(cx: Reading & Member, id: string): Promise<LinkRow | undefined> {
  return cx.db.selectFrom("short_links").selectAll().where(ownRow(cx, id)).executeTakeFirst()
}

/** Changes a link in or outside the trash. Undefined when there is none. Clicks stay. */
export function updateOwnLink(
  cx: Inside & Member,
  { id, inTrash }: { id: string; inTrash: boolean },
  set: Omit<UpdateObject<Schema, "short_links">, "clicks">,
): Promise<LinkRow | undefined> {
  return cx.db
    .updateTable("short_links")
    .set({ ...set, updated_at: cx.now() })
    .where(ownRow(cx, id))
    .where("deleted_at", inTrash ? "is not" : "is", null)
    .returningAll()
    .executeTakeFirst()
}

export interface LinkFilter {
  /** Part of a slug, title or destination, in any case. */
  query: string | undefined
  inTrash: boolean
}

/** Lists links of the workspace, newest first, one more than `limit`. */
export function listLinkRows(
  cx: Reading & Member,
  { query, inTrash, ...part }: LinkFilter & ListPart,
): Promise<LinkRow[]> {
  return cx.db
    .selectFrom("short_links")
    .selectAll()
    .where("workspace_id", "=", cx.workspaceId)
    .where("deleted_at", inTrash ? "is not" : "is", null)
    .$if(Boolean(query), (links) => links.where(contains(query ?? "")))
    .$call(latestFirst("created_at", part))
    .execute()
}

function contains(query: string): RawBuilder<boolean> {
  const pattern = `%${query.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`
  const texts = ["slug", "title", "destination"].map((name) => sql`lower(${sql.ref(name)}) like ${pattern} escape '\\'`)
  return sql<boolean>`(${sql.join(texts, sql` or `)})`
}
