import type { Context } from "#access/context.ts"
import { hourlyWaitMs } from "#access/limits/hourly-limit.ts"
import { findMembership } from "#access/membership-store.ts"
import { consoleUrl } from "#access/workspace-store.ts"
import { sizeInWords } from "#contract/size-in-words.ts"
import { type Letter, sendMail } from "#domains/mails/index.ts"
import { happeningPath, listMailReaders } from "#domains/notifications/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { cleanText } from "#kernel/clean-text.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { type FileRow, listUnannouncedFiles, longestFileName, markAnnounced, toFolderPaths } from "../files/index.ts"
import { findUploadLink, findWorkspaceName } from "./upload-link-store.ts"

/** How many of these mails a member gets in an hour. The next hour's mail covers the rest. */
const perMaker = 12

/** Mails the maker of an upload link, if they get these mails, about all files since the last mail. */
export async function mailUpload(cx: Context, { linkId }: JobPayloads["mail-upload"]): Promise<void> {
  const link = await findUploadLink(cx, linkId)
  const files = link ? await listUnannouncedFiles(cx, link) : []
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
    const path = happeningPath({ happening: "files_arrived", thing: link.folder_id, count: files.length })
    const url = await consoleUrl(cx, workspaceId, path)
    const letter: Letter = {
      subject:
        files.length === 1 ? "New file from your upload link" : `${files.length} new files from your upload link`,
      preheader: `${cleanText(first.name, longestFileName)}. We don't scan files.`,
      paragraphs: [
        `${files.length === 1 ? "A file" : `${files.length} files`} arrived by your upload link.`,
        "We don't scan files. Open with care.",
      ],
      facts: await factsOf(cx, link, cleanText(pathOf(link.folder_id), 500)),
      list: { things: files.map((file) => [toFact(file)]), inAll: files.length },
      button: url === undefined ? undefined : { label: "Open folder", url },
      notes: ["You get this email because you created the upload link."],
      offUrl: reader.offUrl,
    }
    const mail = { id: `upload-${first.id}-${files.length}`, kind: "mail-upload", about: linkId, workspaceId } as const
    await sendMail(cx, { ...mail, to: reader.email, letter })
  }
  await cx.atomically((cx) => markAnnounced(cx, workspaceId, ids))
}

const factsOf = async (cx: Context, { workspace_id }: { workspace_id: WorkspaceId }, folder: string) =>
  [
    ["Workspace", (await findWorkspaceName(cx, workspace_id)) ?? ""],
    ["Folder", folder],
  ] as [string, string][]

const toFact = ({ name, size_bytes }: FileRow): [string, string] => [
  "File",
  `${cleanText(name, longestFileName)} · ${sizeOf(size_bytes)}`,
]

const sizeOf = (bytes: number) => (bytes < 1_000 ? `${bytes} bytes` : sizeInWords(bytes))
