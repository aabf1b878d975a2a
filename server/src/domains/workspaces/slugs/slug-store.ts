import type { Member } from "#access/caller.ts"
import type { Inside, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { prepared } from "#storage/prepared.ts"
import { changesRow, findsRow } from "#storage/whether.ts"

const bySlug = prepared<{ slug: string; now: number }, { id: WorkspaceId }>((db, arg) =>
  db
    .selectFrom("workspaces")
    .select("id")
    .where("slug", "=", arg("slug"))
    .unionAll(
      db
        .selectFrom("former_slugs")
        .select("workspace_id as id")
        .where("slug", "=", arg("slug"))
        .where("held_until", ">", arg("now")),
    ),
)

/** Whether any workspace, even one in the trash, has a normalised slug or still holds it as a former one. */
export async function isSlugTaken(cx: Reading, slug: string): Promise<boolean> {
  return (await bySlug(cx.db, { slug, now: cx.now() })).length > 0
}

export function isSlugInUse(cx: Reading, slug: string): Promise<boolean> {
  return findsRow(cx.db.selectFrom("workspaces").select("id").where("slug", "=", slug))
}

/** Whether another workspace than the caller's holds a slug as a former one. */
export function isHeldByOther(cx: Reading & Partial<Member>, slug: string): Promise<boolean> {
  return findsRow(
    cx.db
      .selectFrom("former_slugs")
      .select("slug")
      .where("slug", "=", slug)
      .where("held_until", ">", cx.now())
      .where("workspace_id", "<>", cx.workspaceId ?? ("" as WorkspaceId)),
  )
}

/** When the caller's workspace releases its former slugs except `except`, the earliest first. */
export async function listHeldUntil(cx: Reading & Member, except: string): Promise<number[]> {
  const rows = await cx.db
    .selectFrom("former_slugs")
    .select("held_until")
    .where("workspace_id", "=", cx.workspaceId)
    .where("held_until", ">", cx.now())
    .where("slug", "<>", except)
    .orderBy("held_until")
    .execute()
  return rows.map(({ held_until }) => held_until)
}

export async function moveSlug(cx: Inside & Member, { from, to }: { from: string; to: string }): Promise<boolean> {
  return changesRow(
    cx.db.updateTable("workspaces").set({ slug: to }).where("id", "=", cx.workspaceId).where("slug", "=", from),
  )
}

export async function holdSlug(cx: Inside & Member, slug: string, heldUntil: number): Promise<void> {
  const row = { slug, workspace_id: cx.workspaceId, held_until: heldUntil }
  await cx.db
    .insertInto("former_slugs")
    .values(row)
    .onConflict((conflict) => conflict.column("slug").doUpdateSet(row))
    .execute()
}

export async function endHold(cx: Inside, slug: string): Promise<void> {
  await cx.db.deleteFrom("former_slugs").where("slug", "=", slug).execute()
}
