import type { Outside, Reading } from "#access/context.ts"
import { signInIdIn } from "./sign-in-secrets.ts"
import { findSignIn, type SignIn } from "./sign-in-store.ts"

/** Finds the sign-in of a link, if it is neither used nor expired. */
export async function findByLink(
  cx: Reading & Pick<Outside, "keyring" | "addresses">,
  link: string,
): Promise<SignIn | undefined> {
  const id = signInIdIn(cx, link)
  return id === undefined ? undefined : findSignIn(cx, id)
}
