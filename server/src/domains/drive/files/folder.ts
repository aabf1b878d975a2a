import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member } from "#access/caller.ts"
import type { Inside } from "#access/context.ts"
import { ServiceError } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { newId } from "#kernel/ids.ts"
import { noSuchFolder } from "./drive-errors.ts"
import { folderName } from "./drive-input.ts"
import { listAncestors, maxDepth } from "./folder-path.ts"
import { countFolders, findFolder, insertFolder, listSubfolders, listSubtree, updateFolder } from "./folder-store.ts"
import { holdTree } from "./storage-store.ts"

const maxFolders = 5_000

const parentId = idInput.nullable().describe("The folder that it lies in; null for the top of the drive.")
const folder = z.object({ id: z.string(), name: z.string(), parentId: z.string().nullable() })

/** Makes a folder. Members may. */
export const createFolder = workspaceAction({
  scope: "console",
  role: "member",
  input: z.object({ name: folderName, parentId: parentId.default(null) }),
  output: folder,
  async run(cx, { name, parentId }) {
    return cx.atomically(async (cx) => {
      await holdTree(cx, cx.workspaceId)
      if ((await countFolders(cx, cx.workspaceId)) >= maxFolders) throw tooManyFolders()
      await checkPlace(cx, parentId, 1)
      const { workspaceId: workspace_id, accountId: created_by } = cx
      const row = { id: newId("folder"), workspace_id, parent_id: parentId, name, created_by }
      const made = await insertFolder(cx, row)
      if (!made) throw nameTaken()
      return { id: made.id, name, parentId }
    })
  },
})

/** Renames a folder, moves it to another one, or both. Members may. */
export const editFolder = workspaceAction({
  scope: "console",
  role: "member",
  input: z.object({ id: idInput, name: folderName.optional(), parentId: parentId.optional() }),
  output: folder,
  async run(cx, { id, ...changes }) {
    return cx.atomically(async (cx) => {
      await holdTree(cx, cx.workspaceId)
      const now = await findFolder(cx, cx.workspaceId, id)
      if (!now) throw noSuchFolder()
      const { name = now.name, parentId = now.parent_id } = changes
      const below = await listSubtree(cx, id, null)
      if (parentId !== null && below.includes(parentId)) throw insideItself()
      await checkPlace(cx, parentId, await heightOf(cx, id, below))
      const [other] = await listSubfolders(cx, cx.workspaceId, { parentId, name, limit: 1 })
      if (other && other.id !== id) throw nameTaken()
      await updateFolder(cx, id, { name, parent_id: parentId })
      return { id, name, parentId }
    })
  },
})

/** Makes sure that a tree of `height` levels fits under a folder. */
async function checkPlace(cx: Inside & Member, parentId: string | null, height: number): Promise<void> {
  if (parentId === null) return
  if (!(await findFolder(cx, cx.workspaceId, parentId))) throw noSuchFolder()
  const above = await listAncestors(cx, cx.workspaceId, parentId)
  if (above.length + height > maxDepth) throw tooDeep()
}

/** How many levels a folder has, its own included. */
async function heightOf(cx: Inside & Member, id: string, below: readonly string[]): Promise<number> {
  const top = (await listAncestors(cx, cx.workspaceId, id)).length
  let deepest = top
  for (const inner of below) deepest = Math.max(deepest, (await listAncestors(cx, cx.workspaceId, inner)).length)
  return deepest - top + 1
}

const nameTaken = () =>
  new ServiceError("conflict", "There is a folder of this name already.", { hint: "Choose another name." })

const insideItself = () =>
  new ServiceError("conflict", "A folder cannot lie in itself, or in a folder inside it.", {
    hint: "Choose a folder outside it.",
  })

const tooDeep = () =>
  new ServiceError("conflict", `Folders lie at most ${maxDepth} deep in each other.`, {
    hint: "Choose a folder further up.",
  })

const tooManyFolders = () =>
  new ServiceError("conflict", `A workspace has at most ${maxFolders} folders.`, { hint: "Remove some first." })
