import { z } from "zod"
import type { Inside } from "#access/context.ts"
import { event, noteEvent, withExample } from "#changes/note-event.ts"
import { toIso, toIsoOrNull } from "#kernel/time/iso.ts"
import { type FileRow, fileData, toFileData } from "../files/index.ts"
import type { UploadLinkRow } from "./upload-link-store.ts"

const uploadLink = z.object({
  id: z.string(),
  folderId: z.string().nullable().describe("Null for the top of the drive."),
  maxFiles: z.int(),
  maxFileBytes: z.int(),
  expiresAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})

const arrival = z.object({ uploadLinkId: z.string(), file: fileData })

export const uploadLinkEvents = {
  created: withExample({ revokedAt: null }, event("upload_link.created", uploadLink, "A member made an upload link.")),
  revoked: event("upload_link.revoked", uploadLink, "A member ended an upload link."),
  received: event("upload_link.received", arrival, "A file arrived through an upload link."),
}

export function announceUploadLink(cx: Inside, name: "created" | "revoked", link: UploadLinkRow): void {
  const { id, folder_id: folderId, max_files: maxFiles, max_file_bytes: maxFileBytes } = link
  const data = () => ({
    ...{ id, folderId, maxFiles, maxFileBytes, expiresAt: toIso(link.expires_at) },
    ...{ revokedAt: toIsoOrNull(link.revoked_at), createdAt: toIso(link.created_at) },
  })
  noteEvent(cx, { workspaceId: link.workspace_id, type: uploadLinkEvents[name], subject: id, data })
}

/** The file is the subject: events of two files that arrive together do not wait for each other. */
export function announceReceived(cx: Inside, uploadLinkId: string, file: FileRow): void {
  const data = () => ({ uploadLinkId, file: toFileData(file) })
  noteEvent(cx, { workspaceId: file.workspace_id, type: uploadLinkEvents.received, subject: file.id, data })
}
