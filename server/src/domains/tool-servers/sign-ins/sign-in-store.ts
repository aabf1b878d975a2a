import type { Selectable } from "kysely"
import type { Inside } from "#access/context.ts"
import type { Schema } from "#storage/schema.ts"

export type SignInRow = Selectable<Schema["tool_server_sign_ins"]>

export async function insertSignIn(cx: Inside, row: SignInRow): Promise<void> {
  await cx.db.insertInto("tool_server_sign_ins").values(row).execute()
}

/** Takes a sign-in by its state: at most once. It is looked at after that, so that a wrong try uses it up as well. */
export function takeSignIn(cx: Inside, stateHash: string): Promise<SignInRow | undefined> {
  return cx.db.deleteFrom("tool_server_sign_ins").where("state_hash", "=", stateHash).returningAll().executeTakeFirst()
}

/** Ends those of a server, or of one account in it. */
export async function endSignIns(cx: Inside, serverId: string, accountId?: string): Promise<void> {
  await cx.db
    .deleteFrom("tool_server_sign_ins")
    .where("server_id", "=", serverId)
    .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId ?? ""))
    .execute()
}

/** Deletes those that are over. Returns how many. */
export async function deleteOverSignIns(cx: Inside): Promise<number> {
  const deleted = await cx.db.deleteFrom("tool_server_sign_ins").where("expires_at", "<=", cx.now()).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
