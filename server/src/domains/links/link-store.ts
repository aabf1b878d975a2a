import { type Selectable, sql, type UpdateObject } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import type { MeasureStep } from "#access/domain-steps.ts"
import { ownRow, suspends } from "#storage/own-row.ts"
import { argsOf, preparedWrite } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { withdrawIfHeld } from "./former-slug-store.ts"
import { indexLink, searchTextOf } from "./search/index.ts"
import { claimLinkSlug, foldedSlug, isAt, type SlugPlace } from "./shared-slug-store.ts"

export type LinkRow = Selectable<Schema["short_links"]>

const insert = preparedWrite<LinkRow, LinkRow>((db, arg) =>
  db
    .insertInto("short_links")
    .values({
      ...argsOf(arg, "id", "workspace_id", "namespace", "slug", "folded_slug", "destination", "title"),
      ...argsOf(arg, "search_text", "visitor_query", "clicks", "clicks_before", "click_limit", "expires_at"),
      ...argsOf(arg, "suspended_at", "deleted_at", "import_id", "created_by", "created_at", "updated_at"),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll(),
)

/** Inserts a link. Undefined when its slug is taken, perhaps by a link in the trash or as another link's former one. */
export async function insertLink(
  cx: Inside & Member,
  row: Omit<LinkRow, "workspace_id" | "folded_slug" | "search_text">,
): Promise<LinkRow | undefined> {
  const texts = { folded_slug: foldedSlug(row.slug), search_text: searchTextOf(row) }
  const own = { ...row, ...texts, workspace_id: cx.workspaceId }
  if (!(await claimLinkSlug(cx, own))) return undefined
  const [inserted] = await insert(cx.db, own)
  if (!inserted || (await withdrawIfHeld(cx, inserted))) return undefined
  await indexLink(cx, inserted)
  return inserted
}

export function findOwnLink(cx: Reading & Member, id: string): Promise<LinkRow | undefined> {
  return cx.db.selectFrom("short_links").selectAll().where(ownRow(cx, id)).executeTakeFirst()
}

/** The link of the workspace that has a slug, perhaps one in the trash. */
export function findLinkAt(cx: Reading, place: SlugPlace): Promise<LinkRow | undefined> {
  return cx.db.selectFrom("short_links").selectAll().where(isAt("short_links", place)).executeTakeFirst()
}

/** Changes a link in or outside the trash. Undefined when there is none. Clicks stay. */
export async function updateOwnLink(
  cx: Inside & Member,
  { id, inTrash }: { id: string; inTrash: boolean },
  set: Omit<UpdateObject<Schema, "short_links">, "clicks">,
): Promise<LinkRow | undefined> {
  const row = await cx.db
    .updateTable("short_links")
    .set({ ...set, updated_at: cx.now() })
    .where(ownRow(cx, id))
    .where("deleted_at", inTrash ? "is not" : "is", null)
    .returningAll()
    .executeTakeFirst()
  return row && withSearchText(cx, row)
}

/** Stores the search text of a link whose slug, title or destination has changed. */
async function withSearchText(cx: Inside & Member, row: LinkRow): Promise<LinkRow> {
  const search_text = searchTextOf(row)
  if (search_text === row.search_text) return row
  await cx.db.updateTable("short_links").set({ search_text }).where(ownRow(cx, row.id)).execute()
  await indexLink(cx, { ...row, search_text })
  return { ...row, search_text }
}

export const suspendLink = suspends("short_links")

/** An estimate of a link's row and index entries, without its texts. */
export const linkBytes = 200

export const measureLinkBytes: MeasureStep = async ({ db }, workspaceId) => {
  const { bytes } = await db
    .selectFrom("short_links")
    .select(
      sql<number | null>`sum(${linkBytes} + octet_length(destination) + octet_length(slug)
        + coalesce(octet_length(title), 0))`.as("bytes"),
    )
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirstOrThrow()
  return { links: Number(bytes ?? 0) }
}
