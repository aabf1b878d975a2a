import type { Reading } from "#access/context.ts"
import { ServiceError } from "#kernel/error.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { type FolderRow, listFoldersById, listSubfolders } from "./folder-store.ts"

export const maxFolderDepth = 20

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

/** Takes a path such as `/Clients/Bo`; null is the top. @throws ServiceError `not_found`. */
export async function getFolderAt(cx: Reading, workspaceId: WorkspaceId, path: string): Promise<string | null> {
  let id: string | null = null
  const names = path.normalize("NFC").split("/").filter(Boolean)
  if (names.length > maxFolderDepth) throw noFolderThere()
  for (const name of names) {
    const [folder]: FolderRow[] = await listSubfolders(cx, workspaceId, { parentId: id, name, limit: 1 })
    if (!folder) throw noFolderThere()
    id = folder.id
  }
  return id
}

const noFolderThere = () =>
  new ServiceError("not_found", "Folder not found.", {
    field: "folder_path",
    hint: "Check the path, or use / for the top level.",
  })
