import { sql } from "kysely"
import type { Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Whether an offer has a file, or a purchase was made of it: then it has to stay. Reads all purchases of the workspace. */
export async function isFileNeeded(cx: Reading, file: { id: string; workspaceId: WorkspaceId }): Promise<boolean> {
  const offered = await cx.db.selectFrom("offer_files").select("id").where("file_id", "=", file.id).executeTakeFirst()
  if (offered) return true
  const sold = await cx.db
    .selectFrom("purchases")
    .select("id")
    .where("workspace_id", "=", file.workspaceId)
    .where(sql<boolean>`snapshot like ${`%"fileId":"${file.id.replaceAll("_", "\\_")}"%`} escape '\\'`)
    .limit(1)
    .executeTakeFirst()
  return sold !== undefined
}
