import type { Inside, Member, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { emptiesAll } from "#storage/delete-rows.ts"
import { hasNotEnded, workspaceOfKey } from "#storage/directory.ts"
import { sameWorkspace } from "#storage/own-row.ts"
import { isReachable } from "#storage/reachable.ts"

/** Finds the page of a workspace that has this slug or had it until recently, unless the page is off. */
export function findShownPage(cx: Reading, slug: string) {
  return cx.db
    .selectFrom("seller_pages")
    .innerJoin("workspaces", "workspaces.id", "seller_pages.workspace_id")
    .select(["workspaces.id", "slug", "name", "contact", "logo_key as logoKey", "about", "updated_at as updatedAt"])
    .where(
      "seller_pages.workspace_id",
      "=",
      workspaceOfKey(cx.db, { kind: "workspace", key: slug }).where(hasNotEnded(cx.now())),
    )
    .where("shown_at", "is not", null)
    .where(isReachable)
    .executeTakeFirst()
}

interface OwnPage {
  about: string | null
  shown_at: number | null
}

export async function findOwnPage(cx: Reading & Member): Promise<OwnPage> {
  const page = await cx.db
    .selectFrom("seller_pages")
    .select(["about", "shown_at"])
    .where("workspace_id", "=", cx.workspaceId)
    .executeTakeFirst()
  return page ?? { about: null, shown_at: null }
}

/** Locks the page until the transaction ends, and inserts it where the workspace has none. */
export async function takeOwnPage(cx: Inside & Member): Promise<OwnPage> {
  const now = cx.now()
  return cx.db
    .insertInto("seller_pages")
    .values({ workspace_id: cx.workspaceId, about: null, shown_at: null, updated_at: now })
    .onConflict((conflict) => conflict.column("workspace_id").doUpdateSet({ updated_at: now }))
    .returning(["about", "shown_at"])
    .executeTakeFirstOrThrow()
}

export async function updateOwnPage(cx: Inside & Member, set: OwnPage): Promise<void> {
  await cx.db.updateTable("seller_pages").set(set).where("workspace_id", "=", cx.workspaceId).execute()
}

/** Lists the links that a page shows, in the seller's order, whether they still redirect or not. */
export function listPageLinks(cx: Reading, workspaceId: WorkspaceId) {
  return cx.db
    .selectFrom("page_links")
    .innerJoin("short_links", sameWorkspace("short_links.id", "page_links.link_id"))
    .select(["link_id as linkId", "label", "namespace", "slug", "clicks", "clicks_before", "click_limit", "expires_at"])
    .select(["suspended_at", "deleted_at"])
    .where("page_links.workspace_id", "=", workspaceId)
    .orderBy("page_links.position")
    .execute()
}

/** Counts the workspace's links with these ids; links in the trash do not count. */
export async function countOwnLinks(cx: Reading & Member, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { count } = await cx.db
    .selectFrom("short_links")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("workspace_id", "=", cx.workspaceId)
    .where("id", "in", [...ids])
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Replaces the links of a page that `takeOwnPage` has locked. */
export async function putPageLinks(cx: Inside & Member, links: readonly { linkId: string; label: string }[]) {
  await cx.db.deleteFrom("page_links").where("workspace_id", "=", cx.workspaceId).execute()
  if (links.length === 0) return
  const rows = links.map(({ linkId, label }, position) => {
    return { workspace_id: cx.workspaceId, link_id: linkId, label, position }
  })
  await cx.db.insertInto("page_links").values(rows).execute()
}

export const emptySellerPage = [emptiesAll("page_links", "listed_offers", "seller_pages")]
