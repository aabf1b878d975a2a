import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { isPostgres, prepared } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import type { Inside } from "./context.ts"

/** The reason in the row of a grant for one workspace that ended because its person left or was removed. */
export const noLongerMember = "no_longer_member"

type HeldGrant = Pick<Schema["grants"], "revoked_at" | "revoked_reason" | "left_out">

const byId = prepared<{ grantId: string }, HeldGrant>((db, arg) =>
  db
    .selectFrom("grants")
    .select(["revoked_at", "revoked_reason", "left_out"])
    .where("id", "=", arg("grantId"))
    .$if(isPostgres(db), (query) => query.forShare()),
)

/**
 * Tells inside a transaction whether a grant still holds, and locks it: whatever ends or narrows it waits until the
 * transaction has ended.
 *
 * @returns `held`; `ended`; or `out of reach` when it no longer reaches `workspaceId`, or its one workspace.
 */
export async function holdGrant(
  cx: Inside,
  grantId: string,
  workspaceId?: WorkspaceId,
): Promise<"held" | "ended" | "out of reach"> {
  const grant = (await byId(cx.db, { grantId }))[0]
  if (!grant) return "ended"
  if (grant.revoked_at !== null) return grant.revoked_reason === noLongerMember ? "out of reach" : "ended"
  return workspaceId !== undefined && readLeftOut(grant.left_out).has(workspaceId) ? "out of reach" : "held"
}

/** The ids of the workspaces that a grant for every workspace does not reach, as they are stored: each after a space. */
export function readLeftOut(text: string): ReadonlySet<string> {
  return text === "" ? none : new Set(text.trim().split(" "))
}

const none: ReadonlySet<string> = new Set()
