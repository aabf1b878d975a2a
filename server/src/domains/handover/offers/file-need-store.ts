import { sql } from "kysely"
import type { Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { findsRow } from "#storage/whether.ts"

/** Whether an offer or a purchase includes a file. Reads all purchases of the workspace. */
export async function isFileNeeded(cx: Reading, file: { id: string; workspaceId: WorkspaceId }): Promise<boolean> {
  const ofOffers = cx.db.selectFrom("offer_files").select("id").where("workspace_id", "=", file.workspaceId)
  if (await findsRow(ofOffers.where("file_id", "=", file.id))) return true
  return findsRow(
    cx.db
      .selectFrom("purchases")
      .select("id")
      .where("workspace_id", "=", file.workspaceId)
      .where(sql<boolean>`snapshot like ${`%"fileId":"${file.id.replaceAll("_", "\\_")}"%`} escape '\\'`),
  )
}
