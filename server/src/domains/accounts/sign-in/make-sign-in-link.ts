import type { Context } from "#access/context.ts"
import { newId } from "#kernel/ids.ts"
import { hashSecret, newSecret } from "#kernel/secret.ts"
import { linkOf } from "./sign-in-secrets.ts"
import { insertSignIn } from "./sign-in-store.ts"

/** Makes a link that signs in with an address once, without a mail, for people with access to the machine. */
export async function makeSignInLink(
  cx: Context,
  { email, lifetimeMs }: { email: string; lifetimeMs: number },
): Promise<string> {
  const id = newId("signin")
  await cx.atomically((cx) =>
    insertSignIn(cx, {
      id,
      email,
      browser_hash: hashSecret(newSecret("browser")),
      return_to: "/workspaces",
      created_at: cx.now(),
      expires_at: cx.now() + lifetimeMs,
    }),
  )
  return linkOf(cx, id)
}
