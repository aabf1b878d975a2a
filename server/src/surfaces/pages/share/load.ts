import { anonymous } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import type { ShareData } from "#contract/pages/share.ts"
import { downloadSharedFile, getShareLink } from "#domains/drive/index.ts"
import type { PageContent, Visit } from "../page.ts"

type Shared = Awaited<ReturnType<typeof getShareFor>>

/** The page of a share link: a file, or a folder and those below it. Works without JavaScript. */
export async function loadShare(visit: Visit): Promise<PageContent<ShareData>> {
  const { workspaceName, expiresAt, file, folder } = await getShareFor(visit)
  const about = { path: pathOf(visit), workspaceName, expiresAt }
  const shown = file ? ofFile(file) : ofFolder(visit, folder)
  const { files: filesAddress } = visit.app.addresses
  return {
    head: { title: shown.name },
    data: { ...about, ...shown },
    ...(shown.pictureUrl !== null && { filesOrigin: new URL(filesAddress).origin }),
  }
}

export function loadShareJson(visit: Visit): Promise<object> {
  return getShareFor(visit)
}

/** A new signed address of one file. Counts as a download. */
export async function getSharedFileUrl({ app, params: { token, file: fileId } }: Visit): Promise<string> {
  return (await perform({ app, caller: anonymous }, downloadSharedFile, { token, fileId })).url
}

type Shown = Omit<ShareData, "path" | "workspaceName" | "expiresAt">

const pathOf = ({ params }: Visit) => `/share/${encodeURIComponent(params.token ?? "")}`

function ofFile(file: NonNullable<Shared["file"]>): Shown {
  const { name, pictureUrl } = file
  return { name, pictureUrl, way: [], folders: [], files: [toRow(file)], isFolder: false, morePath: null }
}

function ofFolder(visit: Visit, folder: Shared["folder"]): Shown {
  const { query } = visit
  const { way = [], folders = [], files = [], nextCursor } = folder ?? {}
  const placeOf = (search: Record<string, string>) => `${pathOf(visit)}?${new URLSearchParams(search)}`
  const toFolderLink = ({ id, name }: { id: string; name: string }) => ({ name, path: placeOf({ folder: id }) })
  const here = query.folder === undefined ? {} : { folder: query.folder }
  return {
    name: way.at(-1)?.name ?? "",
    pictureUrl: null,
    way: way.slice(0, -1).map(toFolderLink),
    folders: folders.map(toFolderLink),
    files: files.map(toRow),
    isFolder: true,
    morePath: nextCursor === undefined ? null : placeOf({ ...here, after: nextCursor }),
  }
}

function toRow({ name, sizeBytes, downloadUrl }: { name: string; sizeBytes: number; downloadUrl: string }) {
  return { name, sizeBytes, downloadPath: new URL(downloadUrl).pathname }
}

function getShareFor({ app, params, query: { folder, after } }: Visit) {
  const input = { token: params.token, folderId: folder, cursor: after }
  return perform({ app, caller: anonymous }, getShareLink, input)
}
