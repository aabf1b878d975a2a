import { sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { Schema } from "#storage/schema.ts"

export type UnindexedDoc = Pick<Schema["docs"], "id" | "updated_at">

/** Lists docs without updates whose words were never indexed, oldest change first, starting behind `after`. */
export function listUnread(cx: Reading, { after, limit }: { after: UnindexedDoc | undefined; limit: number }) {
  return cx.db
    .selectFrom("docs")
    .select(["id", "updated_at"])
    .where(sql<boolean>`indexed_seq < content_seq`) // the same expression as in the index
    .where("content_seq", "=", 0)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("updated_at", "id"), ">", tuple(after?.updated_at ?? 0, after?.id ?? "")),
      ),
    )
    .orderBy("updated_at")
    .orderBy("id")
    .limit(limit)
    .execute()
}

/** Marks a doc without updates as indexed and returns it; undefined when another process has, or it has updates now. */
export async function takeUnread(
  cx: Inside,
  id: string,
): Promise<Pick<Schema["docs"], "workspace_id" | "title" | "body"> | undefined> {
  return cx.db
    .updateTable("docs")
    .set({ indexed_seq: 0 })
    .where("id", "=", id)
    .where("indexed_seq", "<", 0)
    .where("content_seq", "=", 0)
    .returning(["workspace_id", "title", "body"])
    .executeTakeFirst()
}
