import { sql } from "kysely"
import type { Reading } from "#access/context.ts"
import { rowsToCompact } from "./limits.ts"

export async function listUnsettled(cx: Reading, { after, limit }: { after: string; limit: number }) {
  const rows = await cx.db
    .selectFrom("docs")
    .select("id")
    .where(sql<boolean>`indexed_seq < content_seq`) // the same expression as in the index
    .where("content_seq", ">", 0)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Docs with many updates, or with some and none since `quietSince`, by id. */
export async function listLongLogs(
  cx: Reading,
  { quietSince, after, limit }: { quietSince: number; after: string; limit: number },
): Promise<string[]> {
  const rows = await cx.db
    .selectFrom("doc_updates")
    .select("doc_id")
    .where("broken_at", "is", null)
    .where("doc_id", ">", after)
    .groupBy("doc_id")
    .having(({ eb, or, fn }) => or([eb(fn.countAll(), ">=", rowsToCompact), eb(fn.max("created_at"), "<", quietSince)]))
    .orderBy("doc_id")
    .limit(limit)
    .execute()
  return rows.map(({ doc_id }) => doc_id)
}
