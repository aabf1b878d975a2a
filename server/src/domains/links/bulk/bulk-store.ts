import type { UpdateObject } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import { ownRowsIn } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"
import type { LinkRow } from "../link-store.ts"

interface State {
  inTrash: boolean
}

export function listLinksOf(cx: Reading & Member, ids: readonly string[], { inTrash }: State): Promise<LinkRow[]> {
  return cx.db
    .selectFrom("short_links")
    .selectAll()
    .where(ownRowsIn(cx, ids))
    .where("deleted_at", inTrash ? "is not" : "is", null)
    .execute()
}

/** Changes links in or outside the trash. Returns those that were still there. Clicks stay. */
export function updateLinksOf(
  cx: Inside & Member,
  { links, inTrash }: { links: readonly Pick<LinkRow, "id">[] } & State,
  set: Omit<UpdateObject<Schema, "short_links">, "clicks">,
): Promise<LinkRow[]> {
  if (links.length === 0) return Promise.resolve([])
  return cx.db
    .updateTable("short_links")
    .set({ ...set, updated_at: cx.now() })
    .where("workspace_id", "=", cx.workspaceId)
    .where(
      "id",
      "in",
      links.map(({ id }) => id),
    )
    .where("deleted_at", inTrash ? "is not" : "is", null)
    .returningAll()
    .execute()
}
