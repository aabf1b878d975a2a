import type { Outside, Reading } from "#access/context.ts"
import type { SignInEnd } from "../sign-in-errors.ts"
import { signInIdIn } from "./sign-in-secrets.ts"
import { findSignIn, findSignInEnd, type SignIn } from "./sign-in-store.ts"

/** Finds the sign-in of a link, or why the link no longer signs in. */
export async function findByLink(
  cx: Reading & Pick<Outside, "keyring" | "addresses">,
  link: string,
): Promise<SignIn | { end: SignInEnd }> {
  const id = signInIdIn(cx, link)
  if (id === undefined) return { end: "incomplete" }
  return (await findSignIn(cx, id)) ?? { end: await findSignInEnd(cx, id) }
}
