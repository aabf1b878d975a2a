import type { Anyone } from "#access/action.ts"
import type { Inside } from "#access/context.ts"
import { insertAccount } from "../account-store.ts"
import { beginSession } from "../session.ts"
import { signInIsOver } from "../sign-in-errors.ts"
import { findSignInEnd, useSignIn } from "./sign-in-store.ts"

interface SignedIn {
  token: string
  accountId: string
  email: string
  returnTo: string
}

/** Completes a sign-in and starts a session. The first sign-in of an address creates its account. */
export async function completeSignIn(cx: Inside & Anyone, signInId: string, userAgent: string): Promise<SignedIn> {
  const signIn = await useSignIn(cx, signInId)
  if (!signIn) throw signInIsOver(await findSignInEnd(cx, signInId))
  const accountId = await insertAccount(cx, signIn.email)
  const replaces = cx.caller.kind === "person" ? cx.caller : undefined
  const token = await beginSession(cx, { accountId, userAgent, replaces })
  return { token, accountId, email: signIn.email, returnTo: signIn.return_to }
}
