import type { Inside } from "#access/context.ts"
import { notify } from "#domains/notifications/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import { type FileRow, findFolder } from "../files/index.ts"
import { announceReceived } from "./upload-link-events.ts"
import { findUploadLink } from "./upload-link-store.ts"

/** The delay of the mail, so that several files in a row share one. */
const mailDelayMs = 60_000

/**
 * Notifies the maker of an upload link of a new file, in the transaction that stored it. The sender chose the names of
 * the file and of its folders, so the notification names only the link's folder.
 */
export async function announceArrival(cx: Inside, linkId: string, file: FileRow): Promise<void> {
  announceReceived(cx, linkId, file)
  const later = { runAt: cx.now() + mailDelayMs, dedupeKey: `mail-upload:${linkId}` }
  await enqueue(cx, "mail-upload", { payload: { linkId }, ...later })
  const link = await findUploadLink(cx, linkId)
  if (!link) return
  const { workspace_id: workspaceId, folder_id: folderId } = link
  const folder = folderId === null ? undefined : await findFolder(cx, workspaceId, folderId)
  await notify(cx, {
    ...{ workspaceId, what: "files_arrived", about: linkId, named: [link.created_by] },
    words: [folder?.name ?? ""],
    thing: folder?.id ?? "",
  })
}
