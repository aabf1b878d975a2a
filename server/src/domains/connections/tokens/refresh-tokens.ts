import type { Context, Inside, Outside } from "#access/context.ts"
import { lockGrant } from "#access/grant-store.ts"
import type { Scope } from "#access/scopes.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { hashSecret, newSecret } from "#kernel/secret.ts"
import { repeatMs } from "../lifetimes.ts"
import { readScopes, writeScopes } from "../scope-text.ts"
import { type ExchangeOutcome, endStolenGrant, toTokenHolder } from "./end-grant.ts"
import { type FoundRefreshToken, findRefreshToken, rotateRefreshToken } from "./token-store.ts"
import { type Issued, type RefusedGrant, refuse, storeAccessToken, storeRefreshToken } from "./tokens.ts"

export interface PresentedRefreshToken {
  refreshToken: string
  clientId: string
  /** Undefined: all granted scopes. */
  scopes: readonly Scope[] | undefined
  requestId: string
  network?: string | undefined
}

/**
 * Exchanges a refresh token for an access token and its successor. Clients lose responses, and programs may share a
 * token: it may be repeated for a minute after its first use, and while its successor is unused. The successor is
 * derived from the token, so only one chain is valid. A later repetition means a copied token: the connection ends.
 */
export async function refreshTokens(cx: Context, presented: PresentedRefreshToken): Promise<Issued | RefusedGrant> {
  const tokens = { accessToken: newSecret("svc_access"), successors: successorsOf(cx, presented.refreshToken) }
  const outcome = await cx.atomically((cx) => rotate(cx, presented, tokens))
  const { requestId, network } = presented
  if ("refused" in outcome) return outcome
  if ("issued" in outcome) {
    recordSecurityEvent(cx, "token_refreshed", { ...outcome.holder, network })
    return outcome.issued
  }
  await endStolenGrant(cx, outcome.stolen, { reason: "refresh_token_reused", requestId, network })
  return refuse("This refresh token was used before, so its connection was ended. Start the authorization anew.")
}

/** Derives a token's successors, one for each secret key. Deriving one takes both the token and the key. */
function successorsOf({ keyring }: Pick<Outside, "keyring">, refreshToken: string): Successors {
  const [first, ...older] = keyring.macs("refresh-token", refreshToken)
  return [`svc_refresh_${first}`, ...older.map((mac) => `svc_refresh_${mac}`)]
}

type Successors = readonly [newest: string, ...older: string[]]

async function rotate(
  cx: Inside,
  presented: PresentedRefreshToken,
  { accessToken, successors }: { accessToken: string; successors: Successors },
): Promise<ExchangeOutcome> {
  const token = await findRefreshToken(cx, hashSecret(presented.refreshToken))
  if (!token || token.client_id !== presented.clientId) return refuse("This refresh token is not known.")
  if ((await lockGrant(cx, token.grant_id)) !== "granted") {
    return refuse("This connection has ended. Authorize again.")
  }
  const scope = narrow(token.scope, presented.scopes)
  if (scope === undefined) {
    // RFC 6749 §6: "The requested scope MUST NOT include any scope not originally granted by the resource owner"
    return { refused: "invalid_scope", reason: `This connection was granted only: ${token.scope}.` }
  }
  const standing = await takeTurn(cx, token, successors)
  if (standing === "stolen") return { stolen: toTokenHolder(token) }
  if (standing === "over") return refuse("This refresh token is over. Use the newest, or start the authorization anew.")
  const grant = { grantId: token.grant_id, scope, grantExpiresAt: token.grant_expires_at }
  const expiresIn = await storeAccessToken(cx, accessToken, grant)
  return { holder: toTokenHolder(token), issued: { accessToken, ...standing, expiresIn, scope } }
}

/** RFC 6749 §6: the new access token's scope. Undefined when it exceeds what was granted. */
function narrow(granted: string, wanted: readonly Scope[] | undefined): string | undefined {
  if (!wanted) return granted
  const all = new Set(readScopes(granted))
  return wanted.every((scope) => all.has(scope)) ? writeScopes(wanted) : undefined
}

async function takeTurn(
  cx: Inside,
  found: FoundRefreshToken,
  successors: Successors,
): Promise<Pick<Issued, "refreshToken"> | "stolen" | "over"> {
  let token = found
  if (token.rotated_at === null) {
    if (token.expires_at <= cx.now()) return "over"
    const [refreshToken] = successors
    if (await rotateRefreshToken(cx, token.hash, hashSecret(refreshToken))) {
      // RFC 6749 §6: the new refresh token's scope "MUST be identical to that of the refresh token included".
      const grant = { grantId: token.grant_id, scope: token.scope, grantExpiresAt: token.grant_expires_at }
      await storeRefreshToken(cx, refreshToken, grant)
      return { refreshToken }
    }
    token = (await findRefreshToken(cx, token.hash)) ?? token // another request was faster
  }
  if (!mayRepeat(token, cx.now())) return "stolen"
  const refreshToken = successors.find((successor) => hashSecret(successor) === token.successor_hash)
  return token.expires_at > cx.now() && refreshToken !== undefined ? { refreshToken } : "over"
}

function mayRepeat(token: FoundRefreshToken, now: number): boolean {
  if (token.rotated_at !== null && Math.abs(now - token.rotated_at) <= repeatMs) return true
  return token.successor_expires_at !== null && token.successor_rotated_at === null
}
