import { type RawBuilder, type Selectable, sql } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import { newId } from "#kernel/ids.ts"
import { ownRow } from "#storage/own-row.ts"
import { prepared } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { foldedSlug, holdLinkSlug, isAt, keyOfRow, type SlugPlace, slugKey } from "./shared-slug-store.ts"

type FormerSlug = Selectable<Schema["former_link_slugs"]>

/** The condition that a former slug still redirects. */
export const redirectsAt = (now: unknown): RawBuilder<boolean> =>
  sql`(former_link_slugs.ends_at is null or former_link_slugs.ends_at > ${now})`

type Held = Pick<SlugPlace, "workspace_id" | "namespace"> & { key: string; now: number }

const held = prepared<Held, Pick<FormerSlug, "link_id" | "ends_at">>((db, arg) =>
  db
    .selectFrom("former_link_slugs")
    .select(["link_id", "ends_at"])
    .where("workspace_id", "=", arg("workspace_id"))
    .where("namespace", "=", arg("namespace"))
    .where(keyOfRow("former_link_slugs"), "=", arg("key"))
    .where(redirectsAt(arg("now"))),
)

async function findHolder(cx: Reading, place: SlugPlace) {
  const { workspace_id, namespace } = place
  return (await held(cx.db, { workspace_id, namespace, key: slugKey(place), now: cx.now() }))[0]
}

/**
 * Deletes a link that was just inserted if its slug is a former one that redirects. It runs after the insertion, which
 * waits for a transaction that gives the slug up: a check before it would miss that transaction.
 */
export async function withdrawIfHeld(cx: Inside, link: SlugPlace & { id: string }): Promise<boolean> {
  const holder = await findHolder(cx, link)
  if (!holder) return false
  await cx.db
    .deleteFrom("short_links")
    .where("workspace_id", "=", link.workspace_id)
    .where("id", "=", link.id)
    .execute()
  await holdLinkSlug(cx, link, holder.ends_at) // the claim for the new link has removed the end
  return true
}

/** Whether another link holds a slug as a former one. */
export async function isHeldByOtherLink(cx: Reading, link: SlugPlace & { id: string }): Promise<boolean> {
  const holder = await findHolder(cx, link)
  return holder !== undefined && holder.link_id !== link.id
}

/** The former slugs of a link that redirect, in alphabetical order. */
export function listFormerSlugRows(cx: Reading & Member, linkId: string): Promise<FormerSlug[]> {
  return cx.db
    .selectFrom("former_link_slugs")
    .selectAll()
    .where("workspace_id", "=", cx.workspaceId)
    .where("link_id", "=", linkId)
    .where(redirectsAt(cx.now()))
    .orderBy("slug")
    .execute()
}

/** Replaces a row with the same slug, whose time has ended. */
export async function insertFormerSlug(
  cx: Inside & Member,
  row: Omit<FormerSlug, "id" | "workspace_id" | "folded_slug">,
): Promise<void> {
  const place = { ...row, workspace_id: cx.workspaceId }
  await deleteHeld(cx, place)
  await cx.db
    .insertInto("former_link_slugs")
    .values({ ...place, id: newId("former"), folded_slug: foldedSlug(row.slug) })
    .execute()
}

/** Undefined when there is no such former slug. */
export function deleteFormerSlug(cx: Inside & Member, id: string): Promise<FormerSlug | undefined> {
  return cx.db.deleteFrom("former_link_slugs").where(ownRow(cx, id)).returningAll().executeTakeFirst()
}

/** Deletes the rows of a slug that a link has again. */
export async function deleteHeld(cx: Inside, place: SlugPlace): Promise<void> {
  await cx.db.deleteFrom("former_link_slugs").where(isAt("former_link_slugs", place)).execute()
}
