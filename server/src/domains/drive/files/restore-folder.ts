import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member } from "#access/caller.ts"
import type { Inside } from "#access/context.ts"
import { ServiceError } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { noSuchFile, noSuchFolder } from "./drive-errors.ts"
import { withNumber } from "./file-name.ts"
import { findFile, isNameTaken, restoreFileRow, trashFileRow } from "./file-store.ts"
import { findFolder, listFoldersById, listSubfolders, listSubtree, moveSubtree, updateFolder } from "./folder-store.ts"
import { holdTree } from "./storage-store.ts"

const input = z.object({ id: idInput })
const output = z.object({ id: z.string() })

/** Puts a file into the trash for 30 days. Offers that have it, and what was sold, deliver it all the same. Members may. */
export const trashFile = workspaceAction({
  scope: "console",
  role: "member",
  input,
  output,
  async run(cx, { id }) {
    if (!(await cx.atomically((cx) => trashFileRow(cx, cx.workspaceId, id)))) throw noSuchFile()
    return { id }
  },
})

/** Takes a file out of the trash: to where it was, or to the top when its folder is gone. Members may. */
export const restoreFile = workspaceAction({
  scope: "console",
  role: "member",
  input,
  output: output.extend({ name: z.string() }),
  async run(cx, { id }) {
    return cx.atomically(async (cx) => {
      await holdTree(cx, cx.workspaceId)
      const file = await findFile(cx, cx.workspaceId, id)
      if (!file?.deleted_at) throw notInTrash()
      const folder = file.folder_id && (await findFolder(cx, cx.workspaceId, file.folder_id))
      const folderId = folder ? folder.id : null
      const isTaken = (name: string) => isNameTaken(cx, cx.workspaceId, { name, folderId })
      const name = await freeName(file.name, isTaken)
      await restoreFileRow(cx, id, { name, folderId })
      return { id, name }
    })
  },
})

/** Puts a folder into the trash for 30 days, with all that lies in it. Members may. */
export const trashFolder = workspaceAction({
  scope: "console",
  role: "member",
  input,
  output,
  async run(cx, { id }) {
    return cx.atomically(async (cx) => {
      await holdTree(cx, cx.workspaceId)
      if (!(await findFolder(cx, cx.workspaceId, id))) throw noSuchFolder()
      await moveSubtree(cx, await listSubtree(cx, id, null), { from: null, to: cx.now() })
      return { id }
    })
  },
})

/** Takes a folder out of the trash with what went there together with it. Members may. */
export const restoreFolder = workspaceAction({
  scope: "console",
  role: "member",
  input,
  output: output.extend({ name: z.string() }),
  async run(cx, { id }) {
    return cx.atomically(async (cx) => {
      await holdTree(cx, cx.workspaceId)
      const [folder] = await listFoldersById(cx, cx.workspaceId, [id])
      if (!folder?.deleted_at) throw notInTrash()
      const parentId = await findLiveParent(cx, folder.parent_id)
      const isTaken = async (name: string) =>
        (await listSubfolders(cx, cx.workspaceId, { parentId, name, limit: 1 })).length > 0
      const name = await freeName(folder.name, isTaken)
      const together = await listSubtree(cx, id, folder.deleted_at)
      await updateFolder(cx, id, { name, parent_id: parentId })
      await moveSubtree(cx, together, { from: folder.deleted_at, to: null })
      return { id, name }
    })
  },
})

async function findLiveParent(cx: Inside & Member, id: string | null): Promise<string | null> {
  const parent = id !== null && (await findFolder(cx, cx.workspaceId, id))
  return parent ? parent.id : null
}

async function freeName(name: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  let free = name
  for (let number = 2; await isTaken(free); number += 1) free = withNumber(name, number)
  return free
}

const notInTrash = () =>
  new ServiceError("not_found", "This is not in the trash.", { hint: "Look at what is in the trash." })
