import type { Context } from "#access/context.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { comparableEmail } from "#kernel/email-address.ts"
import { newId } from "#kernel/ids.ts"
import { hashSecret, newSecret } from "#kernel/secret.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { findAccountByEmail } from "../account-store.ts"
import { linkOf } from "./sign-in-secrets.ts"
import { insertSignIn } from "./sign-in-store.ts"

/** Makes a link that signs in with an address once, without a mail, for people with access to the machine. */
export async function makeSignInLink(cx: Context, { email, lifetimeMs }: { email: string; lifetimeMs: number }) {
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

const operatorsLifetimeMs = 15 * minuteMs

/** Makes a link for an account. Undefined where no account has the address, which is in its stored form. */
export async function makeOperatorsSignInLink(
  cx: Context,
  email: string,
): Promise<{ link: string; expiresAt: number } | undefined> {
  const account = await findAccountByEmail(cx, comparableEmail(email))
  if (!account) return undefined
  const expiresAt = cx.now() + operatorsLifetimeMs
  const link = await makeSignInLink(cx, { email: account.email, lifetimeMs: operatorsLifetimeMs })
  recordSecurityEvent(cx, "sign_in_link_made", { accountId: account.id, network: undefined })
  return { link, expiresAt }
}
