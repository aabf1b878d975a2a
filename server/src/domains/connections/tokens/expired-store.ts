import type { Inside } from "#access/context.ts"
import { retain, retainBy } from "#access/retention-store.ts"
import { auditMs, usedCodeMs } from "../lifetimes.ts"
import { noteConnection } from "./note-connection.ts"

/** Deletes codes that expired by `until`, and ends their grants if unused. Returns how many codes. */
export async function deleteOldCodes(cx: Inside, until: number, limit: number): Promise<number> {
  const old = cx.db
    .selectFrom("authorization_codes")
    .select("hash")
    .where("expires_at", "<=", until)
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

/** Deletes connections that expired by `until` and have no audit lines. Returns how many. */
export async function deleteOldGrants(cx: Inside, until: number, limit: number): Promise<number> {
  const old = cx.db
    .selectFrom("grants")
    .select("id")
    .where("expires_at", "<=", until)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("audit_entries").select("audit_entries.id").whereRef("grant_id", "=", "grants.id"))),
    )
    .orderBy("expires_at")
    .limit(limit)
  const deleted = await cx.db.deleteFrom("grants").where("id", "in", old).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

export const connectionRetention = [
  retain({ table: "authorization_requests", keys: ["id"], time: "expires_at" }),
  retain({ table: "access_tokens", keys: ["hash"], time: "expires_at" }),
  retain({ table: "refresh_tokens", keys: ["hash"], time: "expires_at" }),
  retainBy({ table: "authorization_codes", time: "expires_at" }, deleteOldCodes, { ms: usedCodeMs }),
  retain({ table: "audit_entries", keys: ["id"], time: "created_at" }, { ms: auditMs }),
  retainBy({ table: "grants", time: "expires_at" }, deleteOldGrants, {
    ms: auditMs,
    note: "longer while the record of calls names it",
  }),
]
