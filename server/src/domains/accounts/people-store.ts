import type { Inside } from "#access/context.ts"
import type { ReadDb } from "#storage/database.ts"
import { isPostgres } from "#storage/prepared.ts"

/** The people, for a query of another domain. `called` is the name, or the address of a person without a name. */
export const people = (db: ReadDb) =>
  db
    .selectFrom("accounts")
    .select((row) => ["id", "name", "email", row.fn.coalesce("name", "email").as("called")])
    .as("person")

/** Locks an account until the transaction ends, so that its other writes wait before they count. */
export async function lockAccount(cx: Inside, id: string): Promise<void> {
  if (!isPostgres(cx.db)) return
  await cx.db.selectFrom("accounts").select("id").where("id", "=", id).forNoKeyUpdate().execute()
}
