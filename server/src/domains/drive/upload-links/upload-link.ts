import { z } from "zod"
import type { Inside, Outside, Reading } from "#access/context.ts"
import { findMembership, lockMembership } from "#access/membership-store.ts"
import { roleCovers } from "#access/roles.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { findFolder, linkEnded, lockFolder, noMoreFiles, noSuchFolder, noSuchLink } from "../files/index.ts"
import { findByToken, type LinkKind, writeLinkToken } from "../link-token.ts"
import {
  findUploadLink,
  findWorkspaceName,
  lockUploadLinkRow,
  takeSlot,
  type UploadLinkRow,
} from "./upload-link-store.ts"

export const token = z.string().max(200).describe("The last part of the upload link's address.")

type Signing = Pick<Outside, "addresses" | "keyring">

const uploadLinks: LinkKind<UploadLinkRow> = {
  purpose: "upload-link",
  textOf: ({ id, workspace_id, folder_id, max_files, max_file_bytes, expires_at }) =>
    [id, workspace_id, folder_id ?? "", max_files, max_file_bytes, expires_at].join(":"),
}

/**
 * The address of an upload link, `{base}/u/<id>.<mac>`. The MAC covers the workspace, the folder, the limits and the
 * expiry. So the database does not contain the address, and a changed row makes it invalid.
 */
export function uploadUrl(cx: Signing, link: UploadLinkRow): string {
  return `${cx.addresses.base}/u/${writeLinkToken(cx, uploadLinks, link)}`
}

/**
 * Finds the link of a token, in any state.
 *
 * @throws ServiceError `not_found` when we did not make this token.
 */
export async function getGenuineLink(cx: Reading & Pick<Outside, "keyring">, token: string): Promise<UploadLinkRow> {
  const link = await findGenuineLink(cx, token)
  if (!link) throw noSuchLink()
  return link
}

/** The same; undefined when we did not make this token. */
export function findGenuineLink(
  cx: Reading & Pick<Outside, "keyring">,
  token: string,
): Promise<UploadLinkRow | undefined> {
  return findByToken(cx, { ...uploadLinks, find: (id) => findUploadLink(cx, id) }, token)
}

/**
 * Checks that a link can receive new files now, and returns the name of its workspace.
 *
 * @throws ServiceError 410 when it has ended, `conflict` when it has received as many files as it may.
 */
export async function checkLink(cx: Reading, link: UploadLinkRow): Promise<string> {
  const name = await checkUnrevoked(cx, link)
  if (link.expires_at <= cx.now()) throw linkEnded()
  if (link.files_taken >= link.max_files) throw noMoreFiles()
  return name
}

/** The same for files whose upload has begun: neither the link's expiry nor its count ends them. */
export async function checkUnrevoked(cx: Reading, link: UploadLinkRow): Promise<string> {
  const membership = await findMembership(cx, link.created_by, { workspaceId: link.workspace_id })
  const name = await findWorkspaceName(cx, link.workspace_id)
  const isMember = membership !== undefined && roleCovers(membership.role, "member")
  const isThere = link.folder_id === null || (await findFolder(cx, link.workspace_id, link.folder_id)) !== undefined
  if (!isMember || name === undefined || !isThere || link.revoked_at !== null) throw linkEnded()
  return name
}

/** Counts one file against a link's limit, in the transaction that starts an upload. */
export async function takeFromLink(cx: Inside, key: Pick<UploadLinkRow, "id" | "workspace_id">): Promise<void> {
  const link = await takeSlot(cx, key)
  if (link) return
  const now = await findUploadLink(cx, key.id)
  throw now && now.revoked_at === null && now.expires_at > cx.now() ? noMoreFiles() : linkEnded()
}

/**
 * Checks that a link was not revoked and that its maker may still receive files, and locks both. Its expiry is not
 * checked, so that uploads under way can finish.
 *
 * @throws ServiceError 410.
 */
export async function lockLink(cx: Inside, key: Pick<UploadLinkRow, "id" | "workspace_id">): Promise<void> {
  const link = await lockUploadLinkRow(cx, key)
  if (!link || link.revoked_at !== null) throw linkEnded()
  const membership = await lockMembership(cx, link.created_by, link.workspace_id)
  if (!membership || !roleCovers(membership.role, "member")) throw linkEnded()
  if ((await findWorkspaceName(cx, link.workspace_id)) === undefined) throw linkEnded()
}

/** Locks the folder of an upload. The refusal depends on the sender: a member, or a sender with a link. */
export async function lockDestination(
  cx: Inside,
  to: { workspace_id: WorkspaceId; folder_id: string | null; upload_link_id: string | null },
): Promise<void> {
  if (to.folder_id === null || (await lockFolder(cx, to.workspace_id, to.folder_id))) return
  throw to.upload_link_id === null ? noSuchFolder() : linkEnded()
}
