import type { Context, Inside } from "#access/context.ts"
import { newId } from "#kernel/ids.ts"
import { hashSecret, newSecret } from "#kernel/secret.ts"
import { sessionLabel } from "./session-label.ts"
import { deleteSession, findSessionByHash, insertSession, touchSession } from "./session-store.ts"

const dayMs = 86_400_000
const minuteMs = 60_000

/** A session that nobody uses for this long is over. */
export const sessionIdleMs = 30 * dayMs
/** However much it is used, a session is over after this. */
export const sessionLifetimeMs = 180 * dayMs

interface Beginning {
  accountId: string
  userAgent: string
  /** The session that this browser had before; it ends. */
  replaces: { accountId: string; sessionId?: string } | undefined
}

/** Begins a session in the transaction that proves who it is; answers the token for the browser's cookie. */
export async function beginSession(cx: Inside, { accountId, userAgent, replaces }: Beginning): Promise<string> {
  const token = newSecret("session")
  if (replaces?.sessionId !== undefined) await deleteSession(cx, replaces.accountId, replaces.sessionId)
  await insertSession(cx, {
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

/** Finds who is signed in with a token: one query, and at most once a minute a note that the session is in use. */
export async function findSession(
  cx: Context,
  token: string,
): Promise<{ sessionId: string; accountId: string } | undefined> {
  const found = await findSessionByHash(cx, hashSecret(token), cx.now() - sessionIdleMs)
  if (!found) return undefined
  const unlessSince = cx.now() - minuteMs
  if (found.lastSeenAt <= unlessSince) await cx.atomically((cx) => touchSession(cx, found.id, unlessSince))
  return { sessionId: found.id, accountId: found.accountId }
}
