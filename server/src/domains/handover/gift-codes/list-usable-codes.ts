import type { Context } from "#access/context.ts"
import { findPublicOffer } from "../offers/index.ts"
import { findTypedCode } from "./get-usable-gift-code.ts"
import { isUsable } from "./gift-hold-store.ts"

/** Filters codes that can be redeemed now for the offer with this short key. Keeps their order. */
export async function listUsableCodes(cx: Context, shortKey: string, codes: readonly string[]): Promise<string[]> {
  const offer = await findPublicOffer(cx, shortKey)
  if (!offer) return []
  const usable: string[] = []
  for (const code of codes) {
    const found = await findTypedCode(cx, offer, code)
    if (found && isUsable(found, cx.now())) usable.push(code)
  }
  return usable
}
