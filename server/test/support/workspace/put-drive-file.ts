import { Readable } from "node:stream"
import type { Caller } from "#access/context.ts"
import { findMembership } from "#access/membership-store.ts"
import { type App, systemContext } from "#access/perform.ts"
import { storeFile } from "#domains/drive/index.ts"

interface NewFile {
  name: string
  contentType?: string
  folderId?: string | null
  bytes: Buffer | string
}

/** Puts a file into the drive of a member's workspace at once, as the last bytes of an upload do. */
export async function putDriveFile(
  app: App,
  member: Caller,
  { bytes, contentType = "", folderId = null, ...file }: NewFile,
) {
  if (member.kind !== "person") throw new Error("Only people have a drive.")
  const { accountId, workspaceSlug = "" } = member
  const membership = await findMembership({ db: app.database.read, now: app.now }, accountId, { slug: workspaceSlug })
  if (!membership) throw new Error(`No member of that name is in ${workspaceSlug}.`)
  const to = { workspaceId: membership.workspace_id, folderId, accountId, uploadLinkId: null }
  const source = Readable.from([Buffer.from(bytes)])
  return storeFile(systemContext(app), to, { ...file, contentType, bytes: source })
}
