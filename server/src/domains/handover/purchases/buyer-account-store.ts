import type { Reading } from "#access/context.ts"

/** The address that an account has shown to be its own: people sign in by mail, so every account's is. */
export async function findAccountEmail(cx: Reading, accountId: string): Promise<string | undefined> {
  const account = await cx.db.selectFrom("accounts").select("email").where("id", "=", accountId).executeTakeFirst()
  return account?.email
}
