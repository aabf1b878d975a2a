import type { Outside, Person, Reading } from "#access/context.ts"
import { comparableEmail } from "#kernel/email-address.ts"
import { notFound } from "#kernel/error.ts"
import { getAccount } from "./account-store.ts"

/**
 * Throws `not_found` unless the caller is an operator. The settings contain the operators' addresses; sign-in by mail
 * proves the caller's address.
 */
export async function requireOperator(cx: Reading & Pick<Outside, "admission"> & Person): Promise<void> {
  const { email } = await getAccount(cx, cx.accountId)
  if (isOperator(cx, email)) return
  throw notFound("This page is for operators only.", "Sign in with an operator's email.")
}

export function isOperator({ admission }: Pick<Outside, "admission">, email: string): boolean {
  return admission.operators.includes(comparableEmail(email))
}
