import type { Context } from "#access/context.ts"
import { ServiceError } from "#kernel/error.ts"
import { newId } from "#kernel/ids.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { canonicalGiftCode, giftCodeMacs } from "./gift-code.ts"
import { type GiftCodeRow, insertGiftCode } from "./gift-code-store.ts"
import { sealGiftCode } from "./own-gift-code.ts"

/** A code with its limits; null is no limit. */
export interface NewGiftCode {
  code: string
  kind: "amount" | "full"
  offerId: string | null
  /** For an `amount` only. */
  currency: string | null
  /** For an `amount`, in minor units; 0 for `full`. */
  balanceCents: number
  maxUses: number | null
  startsAt: number | null
  expiresAt: number | null
}

/**
 * Stores a gift code in a workspace, sealed, under its HMAC. Does not check the code's length or the caller's rights.
 *
 * @throws ServiceError `conflict` when the workspace already has that code.
 */
export async function storeGiftCode(cx: Context, workspaceId: WorkspaceId, gift: NewGiftCode): Promise<GiftCodeRow> {
  const id = newId("gift")
  const code = canonicalGiftCode(gift.code)
  const [code_mac = "", ...olderMacs] = giftCodeMacs(cx.keyring, code)
  const row: GiftCodeRow = {
    id,
    code_mac,
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
  const inserted = await cx.atomically((cx) => insertGiftCode(cx, row, olderMacs))
  if (!inserted) throw codeTaken()
  return inserted
}

const codeTaken = () =>
  new ServiceError("conflict", "This workspace already has that gift code.", {
    hint: "Choose another code, or leave it out and one is made.",
  })
