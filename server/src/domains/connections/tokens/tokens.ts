import type { Inside } from "#access/context.ts"
import { hashSecret } from "#kernel/secret.ts"
import { accessMs, refreshMs } from "../lifetimes.ts"
import { insertAccessToken, insertRefreshToken } from "./token-store.ts"

/** The tokens for a client: RFC 6749 §5.1. */
export interface Issued {
  accessToken: string
  /** Seconds. */
  expiresIn: number
  refreshToken: string
  /** The access token's scopes, separated by spaces. */
  scope: string
}

/** The refusal for a client: RFC 6749 §5.2. `reason` is a sentence for its developer. */
export interface RefusedGrant {
  refused: "invalid_grant" | "invalid_scope"
  reason: string
}

export const refuse = (reason: string): RefusedGrant => ({ refused: "invalid_grant", reason })

/** Stores an access token for the tool server, valid for an hour. Returns its lifetime in seconds. */
export async function storeAccessToken(
  cx: Inside,
  token: string,
  { grantId, scope, grantExpiresAt }: { grantId: string; scope: string; grantExpiresAt: number },
): Promise<number> {
  const expiresAt = Math.min(cx.now() + accessMs, grantExpiresAt)
  await insertAccessToken(cx, { hash: hashSecret(token), grant_id: grantId, scope, expires_at: expiresAt })
  return Math.floor((expiresAt - cx.now()) / 1000)
}

/** Stores a refresh token, valid for 30 days, but not longer than its grant. */
export async function storeRefreshToken(
  cx: Inside,
  token: string,
  { grantId, scope, grantExpiresAt }: { grantId: string; scope: string; grantExpiresAt: number },
): Promise<void> {
  const expiresAt = Math.min(cx.now() + refreshMs, grantExpiresAt)
  await insertRefreshToken(cx, { hash: hashSecret(token), grant_id: grantId, scope, expires_at: expiresAt })
}
