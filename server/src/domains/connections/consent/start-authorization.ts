import type { Context } from "#access/context.ts"
import type { Scope } from "#access/scopes.ts"
import { newId } from "#kernel/ids.ts"
import { requestMs } from "../lifetimes.ts"
import { writeScopes } from "../scope-text.ts"
import { insertAuthorizationRequest } from "./request-store.ts"

/** An authorization request whose parameters have all been checked. */
export interface CheckedRequest {
  clientId: string
  redirectUri: string
  scopes: readonly Scope[]
  state: string | undefined
  /** S256, RFC 7636 §4.2. */
  codeChallenge: string
}

/** Stores a checked request for ten minutes, until a person decides it. Returns its id. */
export async function startAuthorization(cx: Context, request: CheckedRequest): Promise<string> {
  const now = cx.now()
  const row = {
    id: newId("authorization"),
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    scope: writeScopes(request.scopes),
    state: request.state ?? null,
    code_challenge: request.codeChallenge,
    resource: cx.addresses.mcp,
    created_at: now,
    expires_at: now + requestMs,
    decided_at: null,
    grant_id: null,
  }
  await cx.atomically((cx) => insertAuthorizationRequest(cx, row))
  return row.id
}
