import type { Context } from "#access/context.ts"
import { hourlyWaitMs } from "#access/hourly-limit.ts"
import { findMembership } from "#access/membership-store.ts"
import { listMailReaders } from "#domains/notifications/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { cleanText } from "#kernel/clean-text.ts"
import { writeLetter } from "#kernel/letter.ts"
import { listUnannouncedFiles, markAnnounced, toFolderPaths } from "../files/index.ts"
import { findUploadLink, findWorkspaceName } from "./upload-link-store.ts"

/** How many of these mails a member gets in an hour. The next hour's mail covers the rest. */
const perMaker = 12

/** Mails the maker of an upload link, if they get these mails, about all files since the last mail. */
export async function mailUpload(cx: Context, { linkId }: JobPayloads["mail-upload"]): Promise<void> {
  const link = await findUploadLink(cx, linkId)
  const files = await listUnannouncedFiles(cx, linkId)
  const [first] = files
  if (!link || !first) return
  const { workspace_id: workspaceId } = link
  const waitMs = await hourlyWaitMs(cx, `upload-mail:${link.created_by}`, perMaker)
  if (waitMs > 0) {
    const later = { runAt: cx.now() + waitMs, dedupeKey: `mail-upload:${linkId}` }
    await cx.atomically((cx) => enqueue(cx, "mail-upload", { payload: { linkId }, ...later }))
    return
  }
  const isMember = await findMembership(cx, link.created_by, { workspaceId })
  const wished = { workspaceId, happening: "files_arrived", named: [link.created_by] } as const
  const [reader] = isMember ? await listMailReaders(cx, wished) : []
  const pathOf = await toFolderPaths(cx, workspaceId, [link.folder_id])
  const ids = files.map(({ id }) => id)
  if (reader) {
    const what = files.length === 1 ? "A file" : `${files.length} files`
    const letter = writeLetter(
      {
        subject: `${what} came in through your upload link`,
        paragraphs: [
          `${what} came in through the upload link that you made. What is in them is whatever the sender chose: look at the names before you open them.`,
        ],
        facts: [
          ["Workspace", (await findWorkspaceName(cx, workspaceId)) ?? ""],
          ["Folder", cleanText(pathOf(link.folder_id), 500)],
          ...files.map(({ name, size_bytes }): [string, string] => [cleanText(name, 200), `${size_bytes} bytes`]),
        ],
        notes: ["You get this because you made the link. Revoke it in the workspace's drive to end it."],
        offUrl: reader.offUrl,
      },
      cx.brandName,
    )
    await cx.mail.send({ id: `upload-${first.id}-${files.length}`, to: reader.email, ...letter })
  }
  await cx.atomically((cx) => markAnnounced(cx, ids))
}
