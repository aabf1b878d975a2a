import type { Inside, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { emptiesAll, emptiesSome } from "#storage/delete-rows.ts"
import { releaseSome } from "#storage/directory.ts"

/** Lists workspaces that were put in the trash by `until` and were not emptied yet, the oldest in the trash first. */
export async function listOverdue(cx: Reading, until: number, limit: number): Promise<WorkspaceId[]> {
  const rows = await cx.db
    .selectFrom("workspaces")
    .select("id")
    .where("deleted_at", "<=", until)
    .where("emptied_at", "is", null)
    .orderBy("deleted_at")
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Frees its slugs, its hostnames and the slugs of its links on the shared host. */
const releaseNames = (cx: Inside, id: WorkspaceId, limit: number): Promise<number> =>
  releaseSome(cx.db, id, { kinds: ["workspace", "hostname", "short_link"], limit })

/** The workspace's own rows, in an order in which no row is deleted while another one refers to it. */
export const ownSteps = [emptiesSome("invitations"), emptiesSome("domains"), releaseNames]

export async function removeMemberRow(cx: Inside, id: WorkspaceId, accountId: string): Promise<void> {
  await cx.db.deleteFrom("members").where("workspace_id", "=", id).where("account_id", "=", accountId).execute()
}

const emptyLogo = emptiesAll("logos")

/** Leaves the row that purchases refer to. It gets its id as slug, which no workspace can have. */
export async function leaveShell(cx: Inside, id: WorkspaceId): Promise<void> {
  await emptyLogo(cx, id)
  await cx.db
    .updateTable("workspaces")
    .set({ slug: id, name: "A deleted workspace", contact: null, logo_key: null, emptied_at: cx.now() })
    .where("id", "=", id)
    .execute()
}
