import type { Anyone } from "#access/action.ts"
import type { Inside } from "#access/context.ts"
import { insertAccount } from "../account-store.ts"
import { beginSession } from "../session.ts"
import { signInIsOver } from "../sign-in-errors.ts"
import { useSignIn } from "./sign-in-store.ts"

/** Who a browser has just become. */
export interface SignedIn {
  /** For the session cookie. */
  token: string
  accountId: string
  email: string
  /** The path that the person was on the way to. */
  returnTo: string
}

/** Uses a sign-in up and begins a session; the first one of an address makes its account. */
export async function completeSignIn(cx: Inside & Anyone, signInId: string, userAgent: string): Promise<SignedIn> {
  const signIn = await useSignIn(cx, signInId)
  if (!signIn) throw signInIsOver()
  const accountId = await insertAccount(cx, signIn.email)
  const replaces = cx.caller.kind === "person" ? cx.caller : undefined
  const token = await beginSession(cx, { accountId, userAgent, replaces })
  return { token, accountId, email: signIn.email, returnTo: signIn.return_to }
}
