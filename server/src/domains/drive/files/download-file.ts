import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Outside, Reading } from "#access/context.ts"
import { findMembership } from "#access/membership-store.ts"
import { ServiceError } from "#kernel/error.ts"
import { hasEnded } from "#kernel/has-ended.ts"
import { idInput } from "#kernel/id-input.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { noSuchFile } from "./drive-errors.ts"
import { findFile } from "./file-store.ts"

const addressMs = 5 * 60_000

/** Returns a short-lived address of a file for the calling member. Viewers may. */
export const downloadFile = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.object({ id: idInput }),
  output: z.object({ url: z.string(), expiresAt: z.int().describe("Epoch milliseconds.") }),
  async run(cx, { id }) {
    const file = await findFile(cx, cx.workspaceId, id)
    if (!file || file.deleted_at !== null) throw noSuchFile()
    const expiresAt = cx.now() + addressMs
    const text = addressText({ fileId: id, workspaceId: cx.workspaceId, accountId: cx.accountId, expiresAt })
    const mac = cx.keyring.mac("drive-file-address", text)
    return { url: `${cx.addresses.files}/${text}.${mac}`, expiresAt }
  },
})

/** What the surface needs to serve a file of the drive. */
interface DriveDownload {
  /** For the blob store only; never shown. */
  blobKey: string
  name: string
  contentType: string
  sizeBytes: number
  /** SHA-256 of the bytes, lower-case hexadecimal; also the strong entity tag. */
  sha256: string
}

/**
 * Finds the file for the last part of an address from `downloadFile`; undefined for other text. Each download checks
 * that the member still belongs to the workspace and that the file exists.
 *
 * @throws ServiceError `not_found` when the address has expired.
 */
export async function findDriveDownload(
  cx: Reading & Pick<Outside, "keyring">,
  address: string,
): Promise<DriveDownload | undefined> {
  const match = /^((file_\w{1,64})\.(\w{1,64})\.(\w{1,64})\.([0-9a-z]{1,10}))\.([\w-]{43})$/.exec(address)
  if (!match) return undefined
  const [, text = "", fileId = "", signedFor = "", accountId = "", expiry = "", mac = ""] = match
  const isGenuine = cx.keyring.verify("drive-file-address", text, mac)
  if (!isGenuine || hasEnded(cx.now(), Number.parseInt(expiry, 36), addressMs)) throw addressEnded()
  const workspaceId = signedFor as WorkspaceId // its MAC says that it is what `addressText` wrote
  const membership = await findMembership(cx, accountId, { workspaceId })
  const file = membership && (await findFile(cx, membership.workspace_id, fileId))
  if (!file || file.deleted_at !== null) throw addressEnded()
  return {
    blobKey: file.blob_key,
    name: file.name,
    contentType: file.content_type,
    sizeBytes: file.size_bytes,
    sha256: file.sha256,
  }
}

interface Signed {
  fileId: string
  workspaceId: WorkspaceId
  accountId: string
  expiresAt: number
}

function addressText({ fileId, workspaceId, accountId, expiresAt }: Signed): string {
  return `${fileId}.${workspaceId}.${accountId}.${expiresAt.toString(36)}`
}

const addressEnded = () =>
  new ServiceError("not_found", "This file address does not open anything, or no longer does.", {
    hint: "File addresses last five minutes: ask for a fresh one in the drive.",
  })
