import type { Outside, Reading } from "#access/context.ts"
import { findAccountByEmail, isInvited } from "../account-store.ts"
import { findSignUp } from "./sign-up.ts"

/** Whether a person with this address may sign in: an account, open sign-up, an operator, or an invitation. */
export async function isAdmitted(cx: Reading & Pick<Outside, "admission">, email: string): Promise<boolean> {
  if (cx.admission.operators.includes(email) || (await findSignUp(cx)).signUp === "open") return true
  return (await findAccountByEmail(cx, email)) !== undefined || (await isInvited(cx, email))
}
