import type { Outside, Reading } from "#access/context.ts"
import { findAccountByEmail, isInvited } from "../account-store.ts"

/**
 * Tells whether somebody with this address may sign in: they have an account, or may make one, because sign-up is open,
 * they run the installation, or a workspace has invited them.
 */
export async function isAdmitted(cx: Reading & Pick<Outside, "admission">, email: string): Promise<boolean> {
  const { isSignUpOpen, operators } = cx.admission
  if (isSignUpOpen || operators.includes(email)) return true
  return (await findAccountByEmail(cx, email)) !== undefined || (await isInvited(cx, email))
}
