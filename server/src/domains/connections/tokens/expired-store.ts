import type { Inside } from "#access/context.ts"
import { noteConnection } from "./note-connection.ts"

/** Deletes codes that expired before `before`, and ends their grants if unused. Returns how many codes. */
export async function deleteOldCodes(cx: Inside, before: number, limit: number): Promise<number> {
  const old = cx.db
    .selectFrom("authorization_codes")
    .select("hash")
    .where("expires_at", "<", before)
    .orderBy("expires_at")
    .limit(limit)
  const codes = await cx.db
    .deleteFrom("authorization_codes")
    .where("hash", "in", old)
    .returning(["grant_id", "used_at"])
    .execute()
  const unused = codes.filter(({ used_at }) => used_at === null).map(({ grant_id }) => grant_id)
  if (unused.length > 0) {
    const ended = await cx.db
      .updateTable("grants")
      .set({ revoked_at: cx.now(), revoked_reason: "unused" })
      .where("id", "in", unused)
      .where("revoked_at", "is", null)
      .returning(["account_id", "workspace_id"])
      .execute()
    for (const { account_id, workspace_id } of ended) await noteConnection(cx, account_id, workspace_id)
  }
  return codes.length
}

/** Deletes connections that expired before `before` and have no audit lines. Returns how many. */
export async function deleteOldGrants(cx: Inside, before: number, limit: number): Promise<number> {
  const old = cx.db
    .selectFrom("grants")
    .select("id")
    .where("expires_at", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("audit_entries").select("audit_entries.id").whereRef("grant_id", "=", "grants.id"))),
    )
    .orderBy("expires_at")
    .limit(limit)
  const deleted = await cx.db.deleteFrom("grants").where("id", "in", old).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
