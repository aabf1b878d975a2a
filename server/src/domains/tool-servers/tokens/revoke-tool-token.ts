import type { Context } from "#access/context.ts"
import { unsealToken } from "./sealed-token.ts"
import { deleteTokenRow, findTokenById } from "./token-store.ts"

/** Revokes an ended token at its server, if the server supports it, and deletes it. */
export async function revokeToolToken(cx: Context, { tokenId }: { tokenId: string }): Promise<void> {
  const row = await findTokenById(cx, tokenId)
  if (!row || row.ended_at === null) return
  const { tokens, place } = unsealToken(cx, row)
  // RFC 7009 section 2.1: revoking a refresh token ends the access tokens of the same grant.
  if (place) await cx.toolServers.revoke(place, tokens.refresh ?? tokens.access, AbortSignal.timeout(30_000))
  await cx.atomically((cx) => deleteTokenRow(cx, tokenId))
}
