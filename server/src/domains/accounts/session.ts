import type { Context, Inside } from "#access/context.ts"
import { retain } from "#access/retention-store.ts"
import { newId } from "#kernel/ids.ts"
import { hashSecret, newSecret } from "#kernel/secret.ts"
import { dayMs } from "#kernel/time/units.ts"
import { sessionLabel } from "./session-label.ts"
import { deleteSession, findSessionByHash, insertSignInSession } from "./session-store.ts"
import { noteSessionUse, useGrainMs } from "./sessions-in-use.ts"

/** A session ends when it has not been used for this long. */
export const sessionIdleMs = 30 * dayMs
/** A session ends after this time, even if it is in use. */
export const sessionLifetimeMs = 180 * dayMs

interface Beginning {
  accountId: string
  userAgent: string
  replaces: { accountId: string; sessionId?: string } | undefined
}

/** Starts a session in the transaction that verified the person. Returns the token for the browser's cookie. */
export async function beginSession(cx: Inside, { accountId, userAgent, replaces }: Beginning): Promise<string> {
  const token = newSecret("session")
  if (replaces?.sessionId !== undefined) await deleteSession(cx, replaces.accountId, replaces.sessionId)
  await insertSignInSession(cx, {
    id: newId("session"),
    hash: hashSecret(token),
    account_id: accountId,
    label: sessionLabel(userAgent),
    created_at: cx.now(),
    last_seen_at: cx.now(),
    expires_at: cx.now() + sessionLifetimeMs,
  })
  return token
}

/** Finds the person who is signed in with a token. Notes the session's use, which is recorded within a second. */
export async function findPersonOfSession(
  cx: Context,
  token: string,
): Promise<{ sessionId: string; accountId: string } | undefined> {
  const found = await findSessionByHash(cx, hashSecret(token), cx.now() - sessionIdleMs)
  if (!found) return undefined
  if (found.lastSeenAt <= cx.now() - useGrainMs) noteSessionUse(cx, found.id)
  return { sessionId: found.id, accountId: found.accountId }
}

export const accountRetention = [
  retain({ table: "sign_ins", keys: ["id"], time: "expires_at" }),
  retain({ table: "passkey_challenges", keys: ["hash"], time: "expires_at" }),
  retain({ table: "sessions", keys: ["id"], time: "expires_at" }),
  retain({ table: "sessions", keys: ["id"], time: "last_seen_at" }, { ms: sessionIdleMs }),
]
