import type { Selectable } from "kysely"
import type { Reading } from "#access/context.ts"
import type { Schema } from "#storage/schema.ts"

export type CoverRow = Selectable<Schema["covers"]>

/** Lists the covers that these offers use. The caller has checked that it may see the offers. */
export async function listCovers(cx: Reading, offerIds: readonly string[]): Promise<CoverRow[]> {
  if (offerIds.length === 0) return []
  return cx.db
    .selectFrom("covers")
    .selectAll()
    .where("offer_id", "in", [...offerIds])
    .where("used_at", "is not", null)
    .execute()
}
