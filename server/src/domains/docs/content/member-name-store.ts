import type { Member } from "#access/caller.ts"
import type { Reading } from "#access/context.ts"

/** What others read of a member: their name, or the first part of their address. */
export async function findMemberName(cx: Reading & Member): Promise<string> {
  const { name, email } = await cx.db
    .selectFrom("accounts")
    .select(["name", "email"])
    .where("id", "=", cx.accountId)
    .executeTakeFirstOrThrow()
  return name ?? email.slice(0, email.indexOf("@"))
}
