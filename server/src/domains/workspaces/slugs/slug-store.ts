import type { Inside, Member, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { claim, endClaim, findOwner } from "#storage/directory.ts"
import { changesRow } from "#storage/whether.ts"

/** Whether any workspace, even one in the trash, has a normalised slug or still holds it as a former one. */
export async function isSlugTaken(cx: Reading, slug: string): Promise<boolean> {
  return (await findOwner(cx.db, { kind: "workspace", key: slug }, cx.now())) !== undefined
}

/** Claims a slug for a workspace, also one of its former ones. False while another workspace has or holds it. */
export function claimSlug(cx: Inside, slug: string, workspaceId: WorkspaceId): Promise<boolean> {
  return claim(cx.db, { kind: "workspace", key: slug, workspaceId }, cx.now())
}

/** When the caller's workspace releases its former slugs, the earliest first. */
export async function listHeldUntil(cx: Reading & Member): Promise<number[]> {
  const rows = await cx.db
    .selectFrom("directory")
    .select("ends_at")
    .where("workspace_id", "=", cx.workspaceId)
    .where("kind", "=", "workspace")
    .where("ends_at", ">", cx.now())
    .orderBy("ends_at")
    .execute()
  return rows.map(({ ends_at }) => Number(ends_at))
}

export async function moveSlug(cx: Inside & Member, { from, to }: { from: string; to: string }): Promise<boolean> {
  return changesRow(
    cx.db.updateTable("workspaces").set({ slug: to }).where("id", "=", cx.workspaceId).where("slug", "=", from),
  )
}

export function holdSlug({ db, workspaceId }: Inside & Member, slug: string, heldUntil: number): Promise<void> {
  return endClaim(db, { kind: "workspace", key: slug, workspaceId }, heldUntil)
}
