import type { Selectable } from "kysely"
import type { Inside } from "#access/context.ts"
import type { Schema } from "#storage/schema.ts"

export type SignInRow = Selectable<Schema["tool_server_sign_ins"]>

export async function insertServerSignIn(cx: Inside, row: SignInRow): Promise<void> {
  await cx.db.insertInto("tool_server_sign_ins").values(row).execute()
}

/** Deletes and returns a sign-in. The caller checks it afterwards, so that a wrong attempt uses it up too. */
export function takeSignIn(cx: Inside, stateHash: string): Promise<SignInRow | undefined> {
  return cx.db.deleteFrom("tool_server_sign_ins").where("state_hash", "=", stateHash).returningAll().executeTakeFirst()
}

export async function endSignIns(cx: Inside, serverId: string, accountId?: string): Promise<void> {
  await cx.db
    .deleteFrom("tool_server_sign_ins")
    .where("server_id", "=", serverId)
    .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId ?? ""))
    .execute()
}

export async function deleteOverSignIns(cx: Inside): Promise<number> {
  const deleted = await cx.db.deleteFrom("tool_server_sign_ins").where("expires_at", "<=", cx.now()).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
