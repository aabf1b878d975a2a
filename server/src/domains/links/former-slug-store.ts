import { type RawBuilder, type Selectable, sql } from "kysely"
import type { Member } from "#access/caller.ts"
import type { Inside, Reading } from "#access/context.ts"
import { newId } from "#kernel/ids.ts"
import { ownRow } from "#storage/own-row.ts"
import { preparedWrite } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow, findsRow } from "#storage/whether.ts"

type FormerSlug = Selectable<Schema["former_link_slugs"]>
type Place = Pick<FormerSlug, "namespace" | "slug">

/** The condition that a former slug still redirects. */
export const redirectsAt = (now: unknown): RawBuilder<boolean> => sql`(ends_at is null or ends_at > ${now})`

const withdraw = preparedWrite<Place & { id: string; now: number }, { id: string }>((db, arg) =>
  db
    .deleteFrom("short_links")
    .where("id", "=", arg("id"))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("former_link_slugs")
          .select("id")
          .where("namespace", "=", arg("namespace"))
          .where("slug", "=", arg("slug"))
          .where(redirectsAt(arg("now"))),
      ),
    )
    .returning("id"),
)

/**
 * Deletes a link that was just inserted if its slug is a former one that redirects. It runs after the insertion, which
 * waits for a transaction that gives the slug up: a check before it would miss that transaction.
 */
export async function withdrawIfHeld(cx: Inside, { id, namespace, slug }: Place & { id: string }): Promise<boolean> {
  return (await withdraw(cx.db, { id, namespace, slug, now: cx.now() })).length > 0
}

/** Whether another link holds a slug as a former one. */
export function isHeldByOtherLink(cx: Reading, { id, namespace, slug }: Place & { id: string }): Promise<boolean> {
  return findsRow(
    cx.db
      .selectFrom("former_link_slugs")
      .select("id")
      .where("namespace", "=", namespace)
      .where("slug", "=", slug)
      .where("link_id", "<>", id)
      .where(redirectsAt(cx.now())),
  )
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
  row: Omit<FormerSlug, "id" | "workspace_id">,
): Promise<void> {
  const full = { ...row, id: newId("former"), workspace_id: cx.workspaceId }
  await cx.db
    .insertInto("former_link_slugs")
    .values(full)
    .onConflict((conflict) => conflict.columns(["namespace", "slug"]).doUpdateSet(full))
    .execute()
}

export function deleteFormerSlug(cx: Inside & Member, id: string): Promise<boolean> {
  return changesRow(cx.db.deleteFrom("former_link_slugs").where(ownRow(cx, id)))
}

/** Deletes the rows of a slug that a link has again. */
export async function deleteHeld(cx: Inside, { namespace, slug }: Place): Promise<void> {
  await cx.db.deleteFrom("former_link_slugs").where("namespace", "=", namespace).where("slug", "=", slug).execute()
}
