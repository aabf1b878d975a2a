import type { Inside } from "#access/context.ts"
import { retain, retainBy } from "#access/retention-store.ts"
import { noteChange } from "#changes/note-change.ts"
import { dayMs } from "#kernel/time/units.ts"
import { emptiesAll, emptiesSome } from "#storage/delete-rows.ts"
import type { Schema } from "#storage/schema.ts"
import { findLinkAt } from "../link-store.ts"
import { freeLinkSlug } from "../shared-slug-store.ts"

/** Deletes up to `limit` links that were put in the trash by `until`, and frees their present and former slugs. */
export async function deleteOldTrash(cx: Inside, until: number, limit: number): Promise<number> {
  const old = await cx.db
    .selectFrom("short_links")
    .select(["id", "workspace_id", "namespace", "slug"])
    .where("deleted_at", "<=", until)
    .orderBy("deleted_at")
    .limit(limit)
    .execute()
  for (const link of old) await deleteTrashed(cx, link, until)
  return old.length
}

/** Deletes a link that was put in the trash by `until`. False when it is there no longer. */
export async function deleteTrashed(
  cx: Inside,
  link: Pick<Schema["short_links"], "id" | "workspace_id" | "namespace" | "slug">,
  until: number,
): Promise<boolean> {
  const former = await cx.db
    .selectFrom("former_link_slugs")
    .select(["workspace_id", "namespace", "slug"])
    .where("workspace_id", "=", link.workspace_id)
    .where("link_id", "=", link.id)
    .execute()
  const deleted = await cx.db
    .deleteFrom("short_links")
    .where("workspace_id", "=", link.workspace_id)
    .where("id", "=", link.id)
    .where("deleted_at", "<=", until) // a member may just have restored it
    .executeTakeFirst()
  if (deleted.numDeletedRows === 0n) return false
  for (const place of [link, ...former]) if (!(await findLinkAt(cx, place))) await freeLinkSlug(cx, place)
  noteChange(cx, { workspaceId: link.workspace_id, kind: "links" })
  return true
}

export const emptyLinks = [emptiesSome("short_links"), emptiesSome("link_imports"), emptiesSome("link_tags")]

/** Unbatched: a workspace has at most one sum a day for a year. */
export const emptyClicks = [emptiesAll("click_days")]

export const linkRetention = [
  retainBy({ table: "short_links", time: "deleted_at" }, deleteOldTrash, { ms: 30 * dayMs, batch: 50 }),
  retain(
    { table: "former_link_slugs", keys: ["id"], time: "ends_at" },
    { shownAs: "links", note: "deleted with its link; 20 that redirect for each link at the most" },
  ),
]
