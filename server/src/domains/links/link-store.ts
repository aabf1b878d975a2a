import { type RawBuilder, type Selectable, sql, type UpdateObject } from "kysely"
import type { Member } from "#access/caller.ts"
import type { Inside, Reading } from "#access/context.ts"
import type { SortedPart } from "#kernel/cursor.ts"
import { exactPattern } from "#kernel/search-text.ts"
import { inOrder, newestFirst } from "#storage/in-order.ts"
import { ownRow } from "#storage/own-row.ts"
import { preparedWrite } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { withdrawIfHeld } from "./former-slug-store.ts"
import { claimLinkSlug, foldedSlug, isAt, type SlugPlace } from "./shared-slug-store.ts"

export type LinkRow = Selectable<Schema["short_links"]>

const insert = preparedWrite<LinkRow, LinkRow>((db, arg) =>
  db
    .insertInto("short_links")
    .values({
      id: arg("id"),
      workspace_id: arg("workspace_id"),
      namespace: arg("namespace"),
      slug: arg("slug"),
      folded_slug: arg("folded_slug"),
      destination: arg("destination"),
      title: arg("title"),
      visitor_query: arg("visitor_query"),
      clicks: arg("clicks"),
      clicks_before: arg("clicks_before"),
      click_limit: arg("click_limit"),
      expires_at: arg("expires_at"),
      suspended_at: arg("suspended_at"),
      deleted_at: arg("deleted_at"),
      import_id: arg("import_id"),
      created_by: arg("created_by"),
      created_at: arg("created_at"),
      updated_at: arg("updated_at"),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll(),
)

/** Inserts a link. Undefined when its slug is taken, perhaps by a link in the trash or as another link's former one. */
export async function insertLink(
  cx: Inside & Member,
  row: Omit<LinkRow, "workspace_id" | "folded_slug">,
): Promise<LinkRow | undefined> {
  const own = { ...row, workspace_id: cx.workspaceId, folded_slug: foldedSlug(row.slug) }
  if (!(await claimLinkSlug(cx, own))) return undefined
  const [inserted] = await insert(cx.db, own)
  return inserted && !(await withdrawIfHeld(cx, inserted)) ? inserted : undefined
}

export function findOwnLink(cx: Reading & Member, id: string): Promise<LinkRow | undefined> {
  return cx.db.selectFrom("short_links").selectAll().where(ownRow(cx, id)).executeTakeFirst()
}

/** The link of the workspace that has a slug, perhaps one in the trash. */
export function findLinkAt(cx: Reading, place: SlugPlace): Promise<LinkRow | undefined> {
  return cx.db.selectFrom("short_links").selectAll().where(isAt("short_links", place)).executeTakeFirst()
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
  query?: string | undefined
  tagId?: string | undefined
  trashedAt?: number | undefined
  importId?: string | undefined
  inTrash: boolean
}

/**
 * Lists links. By clicks it reads and sorts all that match, since an index on clicks would make each redirect write it.
 */
export function listLinkRows(
  cx: Reading & Member,
  { limit, place, order = newestFirst, ...filter }: LinkFilter & SortedPart,
): Promise<LinkRow[]> {
  const links = cx.db.selectFrom("short_links").selectAll("short_links").where(matches(cx, filter))
  // The index of a tag's links is sorted by their creation.
  const table = filter.tagId !== undefined && order.column === newestFirst.column ? "tagged" : "short_links"
  const sorted = inOrder(order, { limit, place }, table)
  if (filter.tagId === undefined) return links.$call(sorted).execute()
  return links.innerJoin(pairsOf(cx, filter.tagId).as("tagged"), "tagged.id", "short_links.id").$call(sorted).execute()
}

export async function countLinkRows(cx: Reading & Member, filter: LinkFilter): Promise<number> {
  const links = cx.db.selectFrom("short_links").where(matches(cx, filter))
  const counted = (
    filter.tagId === undefined
      ? links
      : links.innerJoin(pairsOf(cx, filter.tagId).as("tagged"), "tagged.id", "short_links.id")
  ).select(sql<number>`count(*)`.as("count"))
  return Number((await counted.executeTakeFirstOrThrow()).count)
}

/** The links of a tag, with the columns by which its index is sorted. */
function pairsOf(cx: Reading & Member, tagId: string) {
  return cx.db
    .selectFrom("tagged_links")
    .select(["link_id as id", "link_created_at as created_at"])
    .where("workspace_id", "=", cx.workspaceId)
    .where("tag_id", "=", tagId)
}

function matches(cx: Member, { query, trashedAt, importId, inTrash }: LinkFilter): RawBuilder<boolean> {
  const conditions = [
    sql`short_links.workspace_id = ${cx.workspaceId}`,
    inTrash ? sql`short_links.deleted_at is not null` : sql`short_links.deleted_at is null`,
    ...(trashedAt === undefined ? [] : [sql`short_links.deleted_at = ${trashedAt}`]),
    ...(importId === undefined ? [] : [sql`short_links.import_id = ${importId}`]),
    ...(query ? [contains(query)] : []),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

function contains(query: string): RawBuilder<boolean> {
  const pattern = exactPattern(query.toLowerCase())
  const texts = ["slug", "title", "destination"].map((name) => sql`lower(${sql.ref(name)}) like ${pattern} escape '\\'`)
  return sql<boolean>`(${sql.join(texts, sql` or `)})`
}
