import type { Inside } from "#access/context.ts"
import { batchSize as batch } from "#access/in-batches.ts"

/** Deletes tokens and requests whose time ended before `before`; answers how many, up to a batch. */
export async function deleteExpired(
  cx: Inside,
  table: "authorization_requests" | "access_tokens" | "refresh_tokens",
  before: number,
): Promise<number> {
  const key = table === "authorization_requests" ? "id" : "hash"
  const old = cx.db
    .selectFrom(table)
    .select(key as never)
    .where("expires_at", "<", before)
    .orderBy("expires_at")
    .limit(batch)
  const deleted = await cx.db
    .deleteFrom(table)
    .where(key as never, "in", old as never)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** Deletes codes that expired before `before`; their grants end if nobody took them up. Answers how many codes. */
export async function deleteOldCodes(cx: Inside, before: number): Promise<number> {
  const old = cx.db
    .selectFrom("authorization_codes")
    .select("hash")
    .where("expires_at", "<", before)
    .orderBy("expires_at")
    .limit(batch)
  const codes = await cx.db
    .deleteFrom("authorization_codes")
    .where("hash", "in", old)
    .returning(["grant_id", "used_at"])
    .execute()
  const unused = codes.filter(({ used_at }) => used_at === null).map(({ grant_id }) => grant_id)
  if (unused.length > 0) {
    await cx.db
      .updateTable("grants")
      .set({ revoked_at: cx.now(), revoked_reason: "unused" })
      .where("id", "in", unused)
      .where("revoked_at", "is", null)
      .execute()
  }
  return codes.length
}

/** Deletes lines of the record that are older than `before`; answers how many, up to a batch. */
export async function deleteOldAuditEntries(cx: Inside, before: number): Promise<number> {
  const old = cx.db
    .selectFrom("audit_entries")
    .select("id")
    .where("created_at", "<", before)
    .orderBy("created_at")
    .limit(batch)
  const deleted = await cx.db.deleteFrom("audit_entries").where("id", "in", old).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** Deletes connections whose time ended before `before` and that no line of the record names; answers how many. */
export async function deleteOldGrants(cx: Inside, before: number): Promise<number> {
  const old = cx.db
    .selectFrom("grants")
    .select("id")
    .where("expires_at", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("audit_entries").select("audit_entries.id").whereRef("grant_id", "=", "grants.id"))),
    )
    .orderBy("expires_at")
    .limit(batch)
  const deleted = await cx.db.deleteFrom("grants").where("id", "in", old).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
