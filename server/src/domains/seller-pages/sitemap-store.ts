import type { Reading } from "#access/context.ts"
import { workspacesInUse } from "#access/workspace-store.ts"
import { sameWorkspace } from "#storage/own-row.ts"

/** The most addresses of one sitemap (https://www.sitemaps.org/protocol.html). */
const sitemapSize = 50_000

const tables = { sellers: "seller_pages", offers: "listed_offers" } as const

/** Counts the sitemaps of sellers' pages, or of listed offers. */
export async function countSitemaps(cx: Reading, kind: keyof typeof tables): Promise<number> {
  const rows = cx.db.selectFrom(tables[kind]).select(({ fn }) => fn.countAll().as("count"))
  return Math.ceil(Number((await rows.executeTakeFirstOrThrow()).count) / sitemapSize)
}

/** Lists the slugs of a sitemap. `file` counts from 0. */
export async function listSellersOfSitemap(cx: Reading, file: number): Promise<string[]> {
  const part = cx.db
    .selectFrom("seller_pages")
    .select(["workspace_id", "shown_at"])
    .orderBy("workspace_id")
    .limit(sitemapSize)
    .offset(file * sitemapSize)
  const rows = await cx.db
    .selectFrom(part.as("part"))
    .innerJoin(workspacesInUse(cx.db), "workspace.id", "part.workspace_id")
    .select("slug")
    .where("part.shown_at", "is not", null)
    .execute()
  return rows.map(({ slug }) => slug)
}

/** Lists the short keys of a sitemap: of listed offers that visitors see. `file` counts from 0. */
export async function listOffersOfSitemap(cx: Reading, file: number): Promise<string[]> {
  const part = cx.db
    .selectFrom("listed_offers")
    .select(["workspace_id", "offer_id"])
    .orderBy("workspace_id")
    .orderBy("offer_id")
    .limit(sitemapSize)
    .offset(file * sitemapSize)
  const rows = await cx.db
    .selectFrom(part.as("part"))
    .innerJoin("offers", sameWorkspace("offers.id", "part.offer_id"))
    .innerJoin("seller_pages", "seller_pages.workspace_id", "part.workspace_id")
    .innerJoin(workspacesInUse(cx.db), "workspace.id", "part.workspace_id")
    .select("offers.short_key")
    .where("offers.state", "=", "published")
    .where("offers.suspended_at", "is", null)
    .where("seller_pages.shown_at", "is not", null)
    .execute()
  return rows.flatMap(({ short_key }) => short_key ?? [])
}
