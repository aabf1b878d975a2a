import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { isPostgres, prepared } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import type { Inside } from "./context.ts"

/** The revocation reason of a grant for one workspace whose person left or was removed. */
export const noLongerMember = "no_longer_member"

type LockedGrant = Pick<Schema["grants"], "revoked_at" | "revoked_reason" | "left_out">

const byId = prepared<{ grantId: string }, LockedGrant>((db, arg) =>
  db
    .selectFrom("grants")
    .select(["revoked_at", "revoked_reason", "left_out"])
    .where("id", "=", arg("grantId"))
    .$if(isPostgres(db), (query) => query.forShare()),
)

/**
 * Locks a grant, so that revocations wait. `out of reach`: it no longer reaches `workspaceId` or its only workspace.
 */
export async function lockGrant(
  cx: Inside,
  grantId: string,
  workspaceId?: WorkspaceId,
): Promise<"granted" | "ended" | "out of reach"> {
  const grant = (await byId(cx.db, { grantId }))[0]
  if (!grant) return "ended"
  if (grant.revoked_at !== null) return grant.revoked_reason === noLongerMember ? "out of reach" : "ended"
  return workspaceId !== undefined && readLeftOut(grant.left_out).has(workspaceId) ? "out of reach" : "granted"
}

/** Reads the workspaces that a grant for every workspace does not reach, stored as ids after spaces. */
export function readLeftOut(text: string): ReadonlySet<string> {
  return text === "" ? none : new Set(text.trim().split(" "))
}

const none: ReadonlySet<string> = new Set()
