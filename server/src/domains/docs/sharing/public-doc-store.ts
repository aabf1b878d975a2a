import type { Inside, Member, Reading } from "#access/context.ts"
import { schemaNumber } from "#contract/docs/doc-format.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { ownRow } from "#storage/own-row.ts"
import { isReachable } from "#storage/reachable.ts"
import { changesRow } from "#storage/whether.ts"

/** A doc with a public link, in a reachable workspace and not in the trash. */
export interface PublicRow {
  id: string
  workspace_id: WorkspaceId
  workspace_name: string
  title: string
  emoji: string | null
  indexed_seq: number
  updated_at: number
  public_indexed_at: number | null
}

/** Finds a public doc by its key. A doc of a newer release is not found, since it would be shown with gaps. */
export async function findPublicDoc(cx: Reading, key: string): Promise<PublicRow | undefined> {
  return cx.db
    .selectFrom("docs")
    .innerJoin("workspaces", "workspaces.id", "docs.workspace_id")
    .select(["docs.id", "docs.workspace_id", "workspaces.name as workspace_name", "docs.title", "docs.emoji"])
    .select(["docs.indexed_seq", "docs.updated_at", "docs.public_indexed_at"])
    .where("docs.public_key", "=", key)
    .where("docs.deleted_at", "is", null)
    .where("docs.schema_number", "<=", schemaNumber)
    .where(isReachable)
    .executeTakeFirst()
}

export async function findPublicBody(
  cx: Reading,
  docId: string,
): Promise<(Pick<PublicRow, "id" | "indexed_seq" | "updated_at"> & { body: string }) | undefined> {
  return cx.db
    .selectFrom("docs")
    .select(["id", "indexed_seq", "updated_at", "body"])
    .where("id", "=", docId)
    .executeTakeFirst()
}

export async function findWorkspaceOfKey(cx: Reading, key: string): Promise<{ workspace_id: WorkspaceId } | undefined> {
  return cx.db.selectFrom("docs").select("workspace_id").where("public_key", "=", key).executeTakeFirst()
}

/** False where the doc has a link already, or is not there. */
export function putPublicKey(cx: Inside & Member, docId: string, key: string): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("docs")
      .set({ public_key: key, public_since: cx.now(), public_indexed_at: null })
      .where(ownRow(cx, docId))
      .where("deleted_at", "is", null)
      .where("public_key", "is", null),
  )
}

/** False where the doc has no link. */
export function removePublicKey(cx: Inside & Member, docId: string): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("docs")
      .set({ public_key: null, public_since: null, public_indexed_at: null })
      .where(ownRow(cx, docId))
      .where("public_key", "is not", null),
  )
}

export function setListed(cx: Inside & Member, docId: string, isListed: boolean): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("docs")
      .set({ public_indexed_at: isListed ? cx.now() : null })
      .where(ownRow(cx, docId))
      .where("deleted_at", "is", null)
      .where("public_key", "is not", null),
  )
}
