import type { Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow } from "#storage/whether.ts"
import { continuedMs } from "./shared-address.ts"

type ShareDownloadRow = Selectable<Schema["share_downloads"]>

/** Inserts a download that is not bound to a browser yet. */
export async function insertShareDownload(cx: Inside, row: Omit<ShareDownloadRow, "browser_hash">): Promise<void> {
  await cx.db
    .insertInto("share_downloads")
    .values({ ...row, browser_hash: null })
    .execute()
}

export function findShareDownload(cx: Reading, id: string): Promise<ShareDownloadRow | undefined> {
  return cx.db.selectFrom("share_downloads").selectAll().where("id", "=", id).executeTakeFirst()
}

/** Binds a download to the browser with this secret's hash, for longer. False when it is bound to another one. */
export function beginShareDownload(
  cx: Inside,
  { id, expires_at }: Pick<ShareDownloadRow, "id" | "expires_at">,
  browserHash: string,
): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("share_downloads")
      .set({ browser_hash: browserHash, expires_at: expires_at + continuedMs })
      .where("id", "=", id)
      .where((row) => row.or([row("browser_hash", "is", null), row("browser_hash", "=", browserHash)])),
  )
}
