import type { Inside, Reading } from "#access/context.ts"
import { latestMade } from "#kernel/has-ended.ts"
import type { Schema } from "#storage/schema.ts"
import type { SignInEnd } from "../sign-in-errors.ts"

export type SignIn = Schema["sign_ins"]

export const maxCodeTries = 5

export async function insertSignIn(cx: Inside, signIn: Omit<SignIn, "tries" | "used_at">): Promise<void> {
  await cx.db
    .insertInto("sign_ins")
    .values({ ...signIn, tries: 0, used_at: null })
    .execute()
}

export function findSignIn(cx: Reading, id: string): Promise<SignIn | undefined> {
  return cx.db
    .selectFrom("sign_ins")
    .selectAll()
    .where("id", "=", id)
    .where("used_at", "is", null)
    .where("expires_at", ">", cx.now())
    .where("created_at", "<=", latestMade(cx.now()))
    .executeTakeFirst()
}

/** Returns why the sign-in can't be completed, or not by a code in this browser. A missing one had expired. */
export async function findSignInEnd(cx: Reading, id: string, browserHash?: string): Promise<SignInEnd> {
  const signIn = await cx.db.selectFrom("sign_ins").selectAll().where("id", "=", id).executeTakeFirst()
  if (signIn?.used_at) return "used"
  if (!signIn || signIn.expires_at <= cx.now() || signIn.created_at > latestMade(cx.now())) return "expired"
  return browserHash !== undefined && signIn.browser_hash !== browserHash ? "other_browser" : "too_many_tries"
}

/** Counts a try of the code in the browser that requested it. Undefined when no try is left, or the sign-in is over. */
export function countTry(cx: Inside, id: string, browserHash: string): Promise<SignIn | undefined> {
  return cx.db
    .updateTable("sign_ins")
    .set((row) => ({ tries: row("tries", "+", 1) }))
    .where("id", "=", id)
    .where("browser_hash", "=", browserHash)
    .where("tries", "<", maxCodeTries)
    .where("used_at", "is", null)
    .where("expires_at", ">", cx.now())
    .where("created_at", "<=", latestMade(cx.now()))
    .returningAll()
    .executeTakeFirst()
}

/** Marks a sign-in as used. Undefined when it was used or has expired. */
export function useSignIn(cx: Inside, id: string): Promise<SignIn | undefined> {
  return cx.db
    .updateTable("sign_ins")
    .set({ used_at: cx.now() })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .where("expires_at", ">", cx.now())
    .where("created_at", "<=", latestMade(cx.now()))
    .returningAll()
    .executeTakeFirst()
}
