import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member, Reading } from "#access/context.ts"
import { listSorts } from "#contract/console/list-sorts.ts"
import { sortedListOf } from "#kernel/cursor.ts"
import { idInput } from "#kernel/id-input.ts"
import { listInput, pageEnd, sortInput, spanInput } from "#kernel/list-input.ts"
import { readSearch, toSearchText } from "#kernel/text/search-text.ts"
import {
  type FolderRow,
  findFolder,
  listAncestors,
  listFolderRows,
  listSubfolders,
  listSubtree,
  longestFileName,
  maxFolders,
  noSuchFolder,
  searchFileRows,
  toFolderPaths,
} from "../files/index.ts"
import { findSharedIds, listFileRowsIn } from "./browse-store.ts"
import { fileSummary, toFileSummary } from "./file-summary.ts"

const inFolder = sortedListOf("folder-files", ["name"])
const found = sortedListOf("found-files", ["name"], "updated_at")

const isShared = z.boolean().describe("A share link opens it. What a shared folder opens is not marked.")

const mostFound = 50

/** The content of a folder; with a `query`, a span or a size, all files below the folder that match. */
export const listFolder = workspaceAction("viewer", "console", {
  input: z.object({
    folderId: idInput.nullable().default(null).describe("Null for the top of the drive."),
    query: z.string().trim().max(longestFileName).default(""),
    minBytes: z.int().min(0).optional(),
    sort: sortInput(listSorts.files),
    ...spanInput,
    ...listInput(100),
  }),
  output: z.object({
    way: z.array(z.object({ id: z.string(), name: z.string() })).describe("From the top down to the folder itself."),
    folders: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          parentId: z.string().nullable(),
          folderPath: z.string(),
          updatedAt: z.int(),
          isShared,
        }),
      )
      .describe("On the first page only."),
    files: z.array(fileSummary.extend({ isShared })),
    ...pageEnd,
  }),
  async run(cx, { folderId, query, minBytes, ...asked }) {
    if (folderId !== null && !(await findFolder(cx, cx.workspaceId, folderId))) throw noSuchFolder()
    const isFiltered = minBytes !== undefined || asked.from !== undefined || asked.to !== undefined
    const isSearch = query !== "" || isFiltered
    const { items, ...end } = await (isSearch ? found : inFolder).find(asked, (part) =>
      isSearch
        ? searchFileRows(cx, cx.workspaceId, { query, folderId, minBytes, ...part })
        : listFileRowsIn(cx, cx.workspaceId, { folderId, ...part }),
    )
    const folders = asked.cursor === undefined && !isFiltered ? await foldersOf(cx, folderId, query) : []
    const inside = [...items.map((row) => row.folder_id), ...folders.map((row) => row.parent_id)]
    const pathOf = await toFolderPaths(cx, cx.workspaceId, inside)
    const listed = { fileIds: items.map(({ id }) => id), folderIds: folders.map(({ id }) => id) }
    const shared = await findSharedIds(cx, cx.workspaceId, listed)
    const way = folderId === null ? [] : await listAncestors(cx, cx.workspaceId, folderId)
    return {
      way: way.map(({ id, name }) => ({ id, name })),
      folders: folders.map(({ id, name, parent_id, updated_at }) => {
        return {
          id,
          name,
          parentId: parent_id,
          folderPath: pathOf(parent_id),
          updatedAt: updated_at,
          isShared: shared.has(id),
        }
      }),
      files: items.map((row) => ({ ...toFileSummary(row, pathOf), isShared: shared.has(row.id) })),
      ...end,
    }
  },
})

async function foldersOf(cx: Reading & Member, folderId: string | null, query: string): Promise<FolderRow[]> {
  if (query === "") return listSubfolders(cx, cx.workspaceId, { parentId: folderId, limit: maxFolders })
  const below = folderId === null ? undefined : new Set(await listSubtree(cx, folderId, null))
  const parts = readSearch(query)
  if (!parts?.length) return []
  const all = await listFolderRows(cx, cx.workspaceId)
  const like = all.filter(({ id, name }) => {
    const text = toSearchText(name)
    return id !== folderId && below?.has(id) !== false && parts.every((part) => text.includes(part))
  })
  return like.slice(0, mostFound)
}
