import type { Selectable } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import type { SortedPart } from "#kernel/cursor.ts"
import { inOrder, newestFirst } from "#storage/in-order.ts"
import { ownRow } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"

export type GiftCodeRow = Selectable<Schema["gift_codes"]>

/** Undefined when its workspace already has it: the unique key decides, except for `olderMacs`, those by older keys. */
export async function insertGiftCode(
  cx: Inside,
  row: GiftCodeRow,
  olderMacs: readonly string[],
): Promise<GiftCodeRow | undefined> {
  if (olderMacs.length > 0) {
    const twin = cx.db.selectFrom("gift_codes").select("id").where("workspace_id", "=", row.workspace_id)
    if (await twin.where("code_mac", "in", olderMacs).executeTakeFirst()) return undefined
  }
  return cx.db
    .insertInto("gift_codes")
    .values(row)
    .onConflict((conflict) => conflict.columns(["workspace_id", "code_mac"]).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function listGiftCodeRows(
  cx: Reading & Member,
  { order = newestFirst, ...part }: SortedPart,
): Promise<GiftCodeRow[]> {
  return cx.db
    .selectFrom("gift_codes")
    .selectAll()
    .where("workspace_id", "=", cx.workspaceId)
    .$call(inOrder(order, part))
    .execute()
}

/** Undefined where it was disabled before. */
export function disableGiftCodeRow(cx: Inside & Member, id: string): Promise<GiftCodeRow | undefined> {
  return cx.db
    .updateTable("gift_codes")
    .set({ disabled_at: cx.now() })
    .where(ownRow(cx, id))
    .where("disabled_at", "is", null)
    .returningAll()
    .executeTakeFirst()
}

export function findGiftCodeRow(cx: Reading & Member, id: string): Promise<GiftCodeRow | undefined> {
  return cx.db.selectFrom("gift_codes").selectAll().where(ownRow(cx, id)).executeTakeFirst()
}
