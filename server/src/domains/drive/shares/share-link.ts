import type { Outside, Reading } from "#access/context.ts"
import { conflict, notFound, ServiceError } from "#kernel/error.ts"
import { type FileRow, type FolderRow, findFile, findFolder, listAncestors } from "../files/index.ts"
import { findByToken, type LinkKind, writeLinkToken } from "../link-token.ts"
import { findWorkspaceName } from "../upload-links/index.ts"
import { findShareLink, type ShareLinkRow } from "./share-link-store.ts"

const shareLinks: LinkKind<ShareLinkRow> = {
  purpose: "share-link",
  textOf: ({ id, workspace_id, file_id, folder_id, max_downloads, expires_at }) =>
    [id, workspace_id, file_id ?? "", folder_id ?? "", max_downloads ?? "", expires_at ?? ""].join(":"),
}

/** `{base}/share/<id>.<mac>`, which is not stored. The MAC covers the target, the limit and the expiry of the row. */
export function shareUrl(cx: Pick<Outside, "addresses" | "keyring">, link: ShareLinkRow): string {
  return `${cx.addresses.base}/share/${shareToken(cx, link)}`
}

export function shareToken(cx: Pick<Outside, "keyring">, link: ShareLinkRow): string {
  return writeLinkToken(cx, shareLinks, link)
}

export type Opened = { link: ShareLinkRow; workspaceName: string } & (
  | { file: FileRow; folder?: never }
  | { folder: FolderRow; file?: never }
)

/**
 * @throws ServiceError `not_found` for a token that we did not make; 410 when the link was revoked or has expired, or
 * its object is in the trash; `conflict` when its downloads are used up.
 */
export async function openShareLink(cx: Reading & Pick<Outside, "keyring">, token: string): Promise<Opened> {
  const link = await findGenuineShareLink(cx, token)
  if (!link) throw noSuchShareLink()
  const opened = await findOpened(cx, link)
  if (!opened) throw shareLinkEnded()
  if (isUsedUp(link)) throw usedUp()
  return opened
}

/** Finds the link of a token, in any state. Undefined when we did not make this token. */
export function findGenuineShareLink(
  cx: Reading & Pick<Outside, "keyring">,
  token: string,
): Promise<ShareLinkRow | undefined> {
  return findByToken(cx, { ...shareLinks, find: (id) => findShareLink(cx, id) }, token)
}

/** Undefined when the link has ended. Ignores the count of downloads. Its maker need not be a member. */
export async function findOpened(cx: Reading, link: ShareLinkRow): Promise<Opened | undefined> {
  const { workspace_id, file_id, folder_id } = link
  const workspaceName = await findWorkspaceName(cx, workspace_id)
  if (workspaceName === undefined || hasRunOut(cx, link)) return undefined
  const file = file_id === null ? undefined : await findFile(cx, workspace_id, file_id)
  if (file) return file.deleted_at === null ? { link, workspaceName, file } : undefined
  const folder = folder_id === null ? undefined : await findFolder(cx, workspace_id, folder_id)
  return folder && { link, workspaceName, folder }
}

export function hasRunOut(cx: { now(): number }, link: Pick<ShareLinkRow, "revoked_at" | "expires_at">): boolean {
  return link.revoked_at !== null || (link.expires_at !== null && link.expires_at <= cx.now())
}

export function isUsedUp({ downloads, max_downloads }: Pick<ShareLinkRow, "downloads" | "max_downloads">): boolean {
  return max_downloads !== null && downloads >= max_downloads
}

/** Finds a file if the link opens it: the shared file, or a file anywhere below the shared folder. */
export async function findSharedFile(cx: Reading, opened: Opened, id: string): Promise<FileRow | undefined> {
  if (opened.file) return opened.file.id === id ? opened.file : undefined
  const file = await findFile(cx, opened.link.workspace_id, id)
  if (!file || file.deleted_at !== null || file.folder_id === null) return undefined
  return (await listFolderPath(cx, opened, file.folder_id)).length > 0 ? file : undefined
}

/** Lists the folders from the shared one down to `id`. Empty when `id` is elsewhere or in the trash. */
export async function listFolderPath(cx: Reading, { link, folder }: Opened, id: string): Promise<FolderRow[]> {
  const above = await listAncestors(cx, link.workspace_id, id)
  const at = above.findIndex((one) => one.id === folder?.id)
  return at < 0 || above.some(({ deleted_at }) => deleted_at !== null) ? [] : above.slice(at)
}

const noSuchShareLink = () =>
  notFound("Share link not found.", "Check that you copied the whole address, or ask for a new link.")

/** The same refusal for a link that was revoked or has expired, or whose file or workspace no longer exists. */
export const shareLinkEnded = () =>
  new ServiceError("not_found", "This share link is no longer active.", {
    status: 410,
    hint: "Ask the sender for a new link.",
  })

export const usedUp = () =>
  conflict("This share link has reached its download limit.", "Ask the sender for a new link.")
