import type { Reading } from "#access/context.ts"
import { everyWorkspace } from "#access/workspace-store.ts"
import type { SubjectName } from "../subject-store.ts"

export function nameLink(cx: Reading, id: string): Promise<SubjectName | undefined> {
  return cx.db
    .selectFrom("short_links")
    .select((row) => [row.val("link" as const).as("subject_kind"), "id as subject_id", "workspace_id"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst()
}

/** Finds the offer of a pay link in any state, unless its workspace is deleted. */
export function nameOffer(cx: Reading, shortKey: string): Promise<SubjectName | undefined> {
  return cx.db
    .selectFrom("offers")
    .innerJoin(everyWorkspace(cx.db), "workspace.id", "offers.workspace_id")
    .select((row) => [row.val("offer" as const).as("subject_kind"), "offers.id as subject_id", "offers.workspace_id"])
    .where("offers.short_key", "=", shortKey)
    .where("workspace.deleted_at", "is", null)
    .executeTakeFirst()
}

export function nameWorkspace(cx: Reading, slug: string): Promise<SubjectName | undefined> {
  return cx.db
    .selectFrom("directory")
    .innerJoin(everyWorkspace(cx.db), "workspace.id", "directory.workspace_id")
    .select((row) => [row.val("workspace" as const).as("subject_kind"), "id as subject_id", "id as workspace_id"])
    .where("directory.kind", "=", "workspace")
    .where("directory.key", "=", slug)
    .where("slug", "=", slug)
    .where("deleted_at", "is", null)
    .executeTakeFirst()
}
