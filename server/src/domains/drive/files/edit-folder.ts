import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Inside, Member } from "#access/context.ts"
import { conflict } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { lockTree } from "../storage/index.ts"
import { noSuchFolder } from "./drive-errors.ts"
import { folderName } from "./drive-input.ts"
import { checkPlace, folder, nameTaken, parentId } from "./folder.ts"
import { listAncestors } from "./folder-path.ts"
import { findFolder, listSubfolders, listSubtree, updateFolder } from "./folder-store.ts"

export const editFolder = workspaceAction("member", "console", {
  changes: ["drive"],
  input: z.object({ id: idInput, name: folderName.optional(), parentId: parentId.optional() }),
  output: folder,
  async run(cx, { id, ...changes }) {
    return cx.atomically(async (cx) => {
      await lockTree(cx, cx.workspaceId)
      return placeFolder(cx, id, changes)
    })
  },
})

interface Placed {
  readonly name?: string | undefined
  readonly parentId?: string | null | undefined
}

/** The caller has locked the tree. */
export async function placeFolder(cx: Inside & Member, id: string, changes: Placed) {
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
}

/** The number of levels of a folder, including its own. */
async function heightOf(cx: Inside & Member, id: string, below: readonly string[]): Promise<number> {
  const top = (await listAncestors(cx, cx.workspaceId, id)).length
  let deepest = top
  for (const inner of below) deepest = Math.max(deepest, (await listAncestors(cx, cx.workspaceId, inner)).length)
  return deepest - top + 1
}

const insideItself = () => conflict("A folder cannot be moved into itself.", "Choose another folder.")
