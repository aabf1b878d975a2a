import { createHash, timingSafeEqual } from "node:crypto"
import type { Context, Inside } from "#access/context.ts"
import { lockGrant } from "#access/grant-store.ts"
import { listWorkspaceIds } from "#access/membership-store.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { notify } from "#domains/notifications/index.ts"
import { hasEnded } from "#kernel/has-ended.ts"
import { hashSecret, newSecret } from "#kernel/secret.ts"
import { codeMs } from "../lifetimes.ts"
import { redirectHost, steadyHost } from "../redirect-host.ts"
import { type FoundCode, findCode, useCode } from "./code-store.ts"
import { announceConnection, connectionEvents } from "./connection-events.ts"
import { type ExchangeOutcome, endStolenGrant, toTokenHolder } from "./end-grant.ts"
import { findGrantFacts } from "./grant-facts-store.ts"
import { type Issued, type RefusedGrant, refuse, storeAccessToken, storeRefreshToken } from "./tokens.ts"

export interface PresentedCode {
  code: string
  clientId: string
  redirectUri: string
  /** RFC 7636 §4.1. */
  codeVerifier: string
  requestId: string
  network?: string | undefined
}

/** Exchanges a code for tokens, once, within a minute. A second exchange ends the connection with all its tokens. */
export async function exchangeCode(cx: Context, presented: PresentedCode): Promise<Issued | RefusedGrant> {
  const tokens = { accessToken: newSecret("svc_access"), refreshToken: newSecret("svc_refresh") }
  const outcome = await cx.atomically((cx) => redeem(cx, presented, tokens))
  const { requestId, network } = presented
  if ("refused" in outcome) return outcome
  if ("issued" in outcome) {
    recordSecurityEvent(cx, "token_issued", { ...outcome.holder, network })
    return outcome.issued
  }
  // RFC 6749 §4.1.2: "If an authorization code is used more than once, the authorization server MUST deny the request
  // and SHOULD revoke (when possible) all tokens previously issued based on that authorization code."
  await endStolenGrant(cx, outcome.stolen, { reason: "code_replayed", requestId, network })
  return refuse("This code was used before, so its connection was ended. Start the authorization anew.")
}

async function redeem(
  cx: Inside,
  presented: PresentedCode,
  tokens: Pick<Issued, "accessToken" | "refreshToken">,
): Promise<ExchangeOutcome> {
  const hash = hashSecret(presented.code)
  const code = await findCode(cx, hash)
  if (!code) return refuse("This code is not known. Start the authorization anew.")
  if (code.used_at !== null) return { stolen: toTokenHolder(code) }
  const fault = findFault(code, presented, cx.now())
  if (fault !== undefined) return refuse(fault)
  if ((await lockGrant(cx, code.grant_id)) !== "granted") return refuse("This connection has ended.")
  if (!(await useCode(cx, hash))) return { stolen: toTokenHolder(code) }

  const grant = { grantId: code.grant_id, scope: code.scope, grantExpiresAt: code.grant_expires_at }
  await storeRefreshToken(cx, tokens.refreshToken, grant)
  const expiresIn = await storeAccessToken(cx, tokens.accessToken, grant)
  await tellConnected(cx, code.grant_id)
  return { holder: toTokenHolder(code), issued: { ...tokens, expiresIn, scope: code.scope } }
}

/** RFC 6749 §4.1.3: what the server must verify before it issues tokens. */
function findFault(code: FoundCode, presented: PresentedCode, now: number): string | undefined {
  if (hasEnded(now, code.expires_at, codeMs))
    return "This code has expired; it lives for a minute. Start the authorization anew."
  if (code.client_id !== presented.clientId) return "This code was issued to another client."
  if (code.redirect_uri !== presented.redirectUri) {
    return "`redirect_uri` is not the one of the authorization request."
  }
  if (!answersChallenge(presented.codeVerifier, code.code_challenge)) {
    return "`code_verifier` does not fit the `code_challenge` of the authorization request."
  }
  return undefined
}

/** RFC 7636 §4.6: BASE64URL-ENCODE(SHA256(ASCII(code_verifier))) == code_challenge */
function answersChallenge(verifier: string, challenge: string): boolean {
  const expected = Buffer.from(challenge)
  const given = Buffer.from(createHash("sha256").update(verifier).digest("base64url"))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Notifies the admins, and the webhooks, of each workspace to which a member has just connected an app. */
async function tellConnected(cx: Inside, grantId: string): Promise<void> {
  const grant = await findGrantFacts(cx, grantId)
  if (!grant) return
  const { host, isLocal } = redirectHost(grant.redirect_uri)
  const words = [isLocal ? "an app on their computer" : host, grant.member]
  const { account_id: accountId, workspace_id } = grant
  const data = { id: grantId, accountId, app: steadyHost(grant.redirect_uri), scopes: grant.scope.split(" ") }
  await announceConnection(cx, connectionEvents.created, { workspaceId: workspace_id, data })
  const reached =
    grant.workspace_id === null ? (await listWorkspaceIds(cx, grant.account_id)).sort() : [grant.workspace_id]
  for (const workspaceId of reached) {
    await notify(cx, { workspaceId, what: "app_connected", words, thing: grantId, by: [grant.account_id] })
  }
}
