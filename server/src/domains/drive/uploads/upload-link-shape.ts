import type { Outside } from "#access/context.ts"
import { uploadUrl } from "./upload-link.ts"
import type { UploadLinkRow } from "./upload-link-store.ts"

/** An upload link as the members of its workspace see it. Times are epoch milliseconds. */
export function toUploadLink(cx: Pick<Outside, "addresses" | "keyring"> & { now: () => number }, link: UploadLinkRow) {
  const hasEnded = link.revoked_at !== null || link.expires_at <= cx.now()
  return {
    id: link.id,
    url: hasEnded ? null : uploadUrl(cx, link),
    folderId: link.folder_id,
    createdBy: link.created_by,
    maxFiles: link.max_files,
    maxFileBytes: link.max_file_bytes,
    filesTaken: link.files_taken,
    createdAt: link.created_at,
    expiresAt: link.expires_at,
    revokedAt: link.revoked_at,
  }
}
