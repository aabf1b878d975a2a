import type { Member, Reading } from "#access/context.ts"
import { getAccount } from "#domains/accounts/index.ts"

/** The member's name, or the part of their mail address before the `@`. */
export async function findMemberName(cx: Reading & Member): Promise<string> {
  const { name, email } = await getAccount(cx, cx.accountId)
  return name ?? email.slice(0, email.indexOf("@"))
}
