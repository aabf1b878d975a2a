import type { Reading } from "#access/context.ts"
import { cleanText } from "#kernel/clean-text.ts"
import { ServiceError } from "#kernel/error.ts"
import { fold } from "#kernel/text/fold.ts"
import { cutPieces, toSearchText } from "#kernel/text/search-text.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { type FolderRow, listFolderRows, listFoldersById, listSubfolders } from "./folder-store.ts"

export const maxFolderDepth = 20
export const maxFolders = 5_000

/** Lists the folders from the top down to `id`, including it. It ends even if the folders form a cycle. */
export async function listAncestors(cx: Reading, workspaceId: WorkspaceId, id: string): Promise<FolderRow[]> {
  const found: FolderRow[] = []
  for (let next: string | null = id; next !== null && found.length <= maxFolderDepth; ) {
    const [folder]: FolderRow[] = await listFoldersById(cx, workspaceId, [next])
    if (!folder) break
    found.unshift(folder)
    next = folder.parent_id
  }
  return found
}

/** Paths such as `/Clients/Bo`; the top is `/`. Uses one query for each level. */
export async function toFolderPaths(
  cx: Reading,
  workspaceId: WorkspaceId,
  ids: Iterable<string | null>,
): Promise<(id: string | null) => string> {
  const known = new Map<string, FolderRow>()
  let wanted = [...new Set(ids)].filter((id) => id !== null)
  for (let depth = 0; wanted.length > 0 && depth <= maxFolderDepth; depth += 1) {
    for (const folder of await listFoldersById(cx, workspaceId, wanted)) known.set(folder.id, folder)
    const parents = wanted.map((id) => known.get(id)?.parent_id ?? null)
    wanted = [...new Set(parents)].filter((id) => id !== null && !known.has(id)) as string[]
  }
  return (id) => {
    const names: string[] = []
    for (let at = id; at !== null && names.length <= maxFolderDepth; at = known.get(at)?.parent_id ?? null) {
      names.unshift(known.get(at)?.name ?? "")
    }
    return `/${names.join("/")}`
  }
}

interface FolderAt {
  /** Null is the top. */
  readonly id: string | null
  readonly path: string
}

/** Takes a path such as `/Clients/Bo`, in any case and without accents. @throws ServiceError `not_found`. */
export async function getFolderAt(cx: Reading, workspaceId: WorkspaceId, path: string): Promise<FolderAt> {
  let at: FolderAt = { id: null, path: "/" }
  const names = path.normalize("NFC").split("/").filter(Boolean)
  if (names.length > maxFolderDepth) throw noFolderThere([])
  for (const name of names) {
    const folder = await findSubfolder(cx, workspaceId, { parentId: at.id, name })
    if (!folder) throw noFolderThere(await listNearestPaths(cx, workspaceId, { names, reached: at.path }))
    at = { id: folder.id, path: `${at.path.replace(/\/$/, "")}/${folder.name}` }
  }
  return at
}

/** The folder with this very name, or the only one whose name is the same without case and accents. */
async function findSubfolder(
  cx: Reading,
  workspaceId: WorkspaceId,
  { parentId, name }: { parentId: string | null; name: string },
): Promise<FolderRow | undefined> {
  const [exact] = await listSubfolders(cx, workspaceId, { parentId, name, limit: 1 })
  if (exact) return exact
  const all = await listSubfolders(cx, workspaceId, { parentId, limit: maxFolders })
  const [alike, ...others] = all.filter((folder) => fold(folder.name) === fold(name))
  return others.length === 0 ? alike : undefined
}

const mostNear = 3

/** Paths of folders whose names look like the last of `names`, the best first; else the part of the path that exists. */
async function listNearestPaths(
  cx: Reading,
  workspaceId: WorkspaceId,
  { names, reached }: { names: readonly string[]; reached: string },
): Promise<string[]> {
  const wanted = piecesOf(names.at(-1) ?? "")
  const all = await listFolderRows(cx, workspaceId)
  const likeness = ({ name }: FolderRow) => {
    const pieces = piecesOf(name)
    return wanted.intersection(pieces).size / Math.max(wanted.size, pieces.size, 1)
  }
  const near = all
    .filter(({ upload_link_id }) => upload_link_id === null)
    .map((folder) => ({ id: folder.id, likeness: likeness(folder) }))
    .filter(({ likeness }) => likeness > leastLikeness)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, mostNear)
  const pathOf = await toFolderPaths(
    cx,
    workspaceId,
    near.map(({ id }) => id),
  )
  return near.length > 0 ? near.map(({ id }) => pathOf(id)) : [reached].filter((path) => path !== "/")
}

const leastLikeness = 0.3
const piecesOf = (name: string) => cutPieces(toSearchText(name))

const noFolderThere = (near: readonly string[]) =>
  new ServiceError("not_found", "Folder not found.", {
    field: "folderPath",
    hint: `Check the path. ${near.length === 0 ? "" : `Near it: ${near.map(quoted).join(", ")}. `}The top is \`/\`.`,
  })

const quoted = (path: string) => `\`${cleanText(path.replaceAll("`", "'"), longestShown)}\``
const longestShown = 200
