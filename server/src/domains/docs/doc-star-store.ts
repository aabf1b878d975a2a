import { sql } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import type { Place, SortedPart, Within } from "#kernel/cursor.ts"
import { inOrder, isWithin, latestChangeFirst } from "#storage/in-order.ts"
import { hasSearch } from "#storage/search-index.ts"
import type { DocSummary } from "./doc-store.ts"

export type StarredDoc = DocSummary & { starred: number }

export async function insertStar(cx: Inside & Member, docId: string): Promise<void> {
  const { accountId: account_id, workspaceId: workspace_id } = cx
  await cx.db
    .insertInto("doc_stars")
    .values({ doc_id: docId, account_id, workspace_id, created_at: cx.now() })
    .onConflict((conflict) => conflict.columns(["account_id", "doc_id", "workspace_id"]).doNothing())
    .execute()
}

export async function deleteStar(cx: Inside & Member, docId: string): Promise<void> {
  await cx.db
    .deleteFrom("doc_stars")
    .where("account_id", "=", cx.accountId)
    .where("workspace_id", "=", cx.workspaceId)
    .where("doc_id", "=", docId)
    .execute()
}

export interface Browsed {
  query: string
  isStarred: boolean
}

const starred = sql<number>`case when doc_stars.doc_id is null then 0 else 1 end`

/** The docs outside the trash. */
function browsed(cx: Reading & Member, { query, isStarred }: Browsed) {
  return cx.db
    .selectFrom("docs")
    .leftJoin("doc_stars", (join) =>
      join
        .onRef("doc_stars.workspace_id", "=", "docs.workspace_id")
        .onRef("doc_stars.doc_id", "=", "docs.id")
        .on("doc_stars.account_id", "=", cx.accountId),
    )
    .select(["docs.id", "docs.title", "docs.emoji", "docs.created_at", "docs.updated_at", starred.as("starred")])
    .where("docs.workspace_id", "=", cx.workspaceId)
    .where("docs.deleted_at", "is", null)
    .$if(isStarred, (docs) => docs.where("doc_stars.doc_id", "is not", null))
    .where(hasSearch(sql`docs.search_title`, query))
}

export function browseDocRows(
  cx: Reading & Member,
  asked: Browsed,
  { order = latestChangeFirst, ...part }: SortedPart,
): Promise<StarredDoc[]> {
  return browsed(cx, asked)
    .$call(inOrder(order, part, "docs"))
    .execute()
}

/** The last doc of the page before, and whether it has a star. */
export type StarredPlace = Place & { starred: number }

/** Those with a star come first, then the latest change. It lists one more than `limit`. */
export function browseStarredFirst(
  cx: Reading & Member,
  asked: Browsed & Within,
  { limit, place }: { limit: number; place: StarredPlace | undefined },
): Promise<StarredDoc[]> {
  return browsed(cx, asked)
    .$if(asked.from !== undefined || asked.to !== undefined, (docs) => docs.where(isWithin("docs.updated_at", asked)))
    .$if(place !== undefined, (docs) =>
      docs.where(
        sql<boolean>`(${starred}, docs.updated_at, docs.id) < (${place?.starred}, ${place?.at}, ${place?.id})`,
      ),
    )
    .orderBy(starred, "desc")
    .orderBy("docs.updated_at", "desc")
    .orderBy("docs.id", "desc")
    .limit(limit + 1)
    .execute()
}
