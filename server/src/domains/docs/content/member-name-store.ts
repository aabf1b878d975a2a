import type { Member, Reading } from "#access/context.ts"

/** The member's name, or the part of their mail address before the `@`. */
export async function findMemberName(cx: Reading & Member): Promise<string> {
  const { name, email } = await cx.db
    .selectFrom("accounts")
    .select(["name", "email"])
    .where("id", "=", cx.accountId)
    .executeTakeFirstOrThrow()
  return name ?? email.slice(0, email.indexOf("@"))
}
