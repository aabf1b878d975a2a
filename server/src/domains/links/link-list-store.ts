import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely"
import type { Member, Reading } from "#access/context.ts"
import type { ListOrder, SortedPart } from "#kernel/cursor.ts"
import { inOrder, newestFirst } from "#storage/in-order.ts"
import type { Schema } from "#storage/schema.ts"
import type { LinkRow } from "./link-store.ts"
import { findRareLinks, isFoundLink } from "./search/index.ts"

export interface LinkFilter {
  /** The parts of a query, as `readSearch` reads it. */
  parts?: readonly string[] | undefined
  ids?: readonly string[] | undefined
  tagId?: string | undefined
  trashedAt?: number | undefined
  importId?: string | undefined
  minClicks?: number | undefined
  inTrash: boolean
}

type AskedLinks = LinkFilter & SortedPart

const nearest = 500

/**
 * Lists links. By clicks it reads and sorts all that match, since an index on clicks would make each redirect write it.
 * A query looks among the newest, then in the index. If that has too many, the list is read until the page is full.
 */
export async function listLinkRows(cx: Reading & Member, asked: AskedLinks): Promise<LinkRow[]> {
  const { limit, place, span, order = newestFirst, ...filter } = asked
  const { parts, tagId } = filter
  if (parts && isNewestFirst(order) && tagId === undefined && limit < nearest) {
    const newest = inOrder(order, { limit: nearest, place, ...(span && { span }) })
    const near = await linksOf(cx, filter, newest)
      .selectAll("short_links")
      .$call(inOrder(order, { limit, place: undefined }))
      .execute()
    if (near.length > limit) return near
  }
  const found = await narrow(cx, filter)
  // The index of a tag's links is sorted by their creation.
  const table = tagId !== undefined && order.column === newestFirst.column ? "tagged" : "short_links"
  return found
    ? ofTag(cx, found)
        .selectAll("short_links")
        .$call(inOrder(order, { limit, place, ...(span && { span }) }, table))
        .execute()
    : []
}

const isNewestFirst = ({ column, isDescending }: ListOrder) => column === newestFirst.column && isDescending

export async function countLinkRows(cx: Reading & Member, filter: LinkFilter): Promise<number> {
  const found = await narrow(cx, filter)
  const count = found && ofTag(cx, found).select(sql<number>`count(*)`.as("count"))
  return count ? Number((await count.executeTakeFirstOrThrow()).count) : 0
}

/** Adds the ids of the links that a query may find, where these are few. Undefined where there are none. */
async function narrow(cx: Reading & Member, filter: LinkFilter): Promise<LinkFilter | undefined> {
  const ids = filter.parts ? await findRareLinks(cx, filter.parts) : filter.ids
  return ids?.length === 0 ? undefined : { ...filter, ids }
}

type Links = SelectQueryBuilder<Schema, "short_links", object>

/** A tag's links of a filter. A few known ids are read first, since an order by time tempts SQLite to read all rows. */
function ofTag(cx: Reading & Member, filter: LinkFilter): Links {
  const { ids, tagId } = filter
  const links = linksOf(cx, filter, ids && ((few) => few.limit(ids.length)))
  if (tagId === undefined) return links
  return links.innerJoin(pairsOf(cx, tagId).as("tagged"), "tagged.id", "short_links.id")
}

/** The links of a filter. With a `fence` that limits them, these are read before their texts. */
function linksOf(cx: Reading & Member, { parts, ...filter }: LinkFilter, fence?: (links: FoundLinks) => FoundLinks) {
  if (!fence) return cx.db.selectFrom("short_links").where(matches(cx, { parts, ...filter })) as Links
  const fenced = fence(cx.db.selectFrom("short_links").selectAll().where(matches(cx, filter))).as("short_links")
  const links = cx.db.selectFrom(fenced) as unknown as Links
  return parts ? links.where(isFoundLink(parts)) : links
}

type FoundLinks = SelectQueryBuilder<Schema, "short_links", LinkRow>

/** The links of a tag, with the columns by which its index is sorted. */
function pairsOf(cx: Reading & Member, tagId: string) {
  return cx.db
    .selectFrom("tagged_links")
    .select(["link_id as id", "link_created_at as created_at"])
    .where("workspace_id", "=", cx.workspaceId)
    .where("tag_id", "=", tagId)
}

function matches(cx: Reading & Member, filter: LinkFilter): RawBuilder<boolean> {
  const { parts, ids, trashedAt, importId, minClicks, inTrash } = filter
  const conditions = [
    sql`short_links.workspace_id = ${cx.workspaceId}`,
    inTrash ? sql`short_links.deleted_at is not null` : sql`short_links.deleted_at is null`,
    ...(trashedAt === undefined ? [] : [sql`short_links.deleted_at = ${trashedAt}`]),
    ...(importId === undefined ? [] : [sql`short_links.import_id = ${importId}`]),
    ...(minClicks === undefined ? [] : [sql`short_links.clicks >= ${minClicks}`]),
    ...(ids ? [sql`short_links.id in (${sql.join(ids)})`] : []),
    ...(parts ? [isFoundLink(parts)] : []),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
