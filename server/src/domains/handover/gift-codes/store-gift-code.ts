import type { Context } from "#access/context.ts"
import { conflict } from "#kernel/error.ts"
import { newId } from "#kernel/ids.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { canonicalGiftCode, giftCodeMacs, joinedCodeMac } from "./gift-code.ts"
import { announceGiftCodes } from "./gift-code-events.ts"
import { type GiftCodeRow, insertGiftCode } from "./gift-code-store.ts"
import { sealGiftCode } from "./own-gift-code.ts"

/** Null is no limit. */
export interface NewGiftCode {
  code: string
  kind: "amount" | "full"
  offerId: string | null
  currency: string | null
  /** For an `amount`, in minor units; 0 for `full`. */
  balanceCents: number
  maxUses: number | null
  startsAt: number | null
  expiresAt: number | null
}

/** Stores a gift code, sealed, under its HMAC. Throws `conflict` when the workspace already has that code. */
export async function storeGiftCode(cx: Context, workspaceId: WorkspaceId, gift: NewGiftCode): Promise<GiftCodeRow> {
  const [row] = await storeGiftCodes(cx, workspaceId, [gift])
  if (!row) throw new Error("A stored gift code must have a row.")
  return row
}

/** Stores several gift codes, all or none. Throws as `storeGiftCode` does. */
export function storeGiftCodes(
  cx: Context,
  workspaceId: WorkspaceId,
  gifts: readonly NewGiftCode[],
): Promise<GiftCodeRow[]> {
  const wished = gifts.map((gift) => toRow(cx, workspaceId, gift))
  return cx.atomically(async (cx) => {
    const rows: GiftCodeRow[] = []
    for (const { row, olderMacs } of wished) {
      const inserted = await insertGiftCode(cx, row, olderMacs)
      if (!inserted) throw codeTaken()
      rows.push(inserted)
    }
    announceGiftCodes(cx, rows)
    return rows
  })
}

function toRow(cx: Context, workspaceId: WorkspaceId, gift: NewGiftCode): { row: GiftCodeRow; olderMacs: string[] } {
  const id = newId("gift")
  const code = canonicalGiftCode(gift.code)
  const [code_mac = "", ...olderMacs] = giftCodeMacs(cx.keyring, code)
  const row: GiftCodeRow = {
    id,
    code_mac,
    joined_mac: joinedCodeMac(cx.keyring, code),
    code_sealed: sealGiftCode(cx.keyring, id, code),
    workspace_id: workspaceId,
    offer_id: gift.offerId,
    kind: gift.kind,
    currency: gift.currency,
    balance_cents: gift.balanceCents,
    held_cents: 0,
    spent_cents: 0,
    max_uses: gift.maxUses,
    uses: 0,
    starts_at: gift.startsAt,
    expires_at: gift.expiresAt,
    disabled_at: null,
    created_at: cx.now(),
  }
  return { row, olderMacs }
}

const codeTaken = () =>
  conflict("This gift code already exists.", "Use another code, or leave it empty for a random one.")
