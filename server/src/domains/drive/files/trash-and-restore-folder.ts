import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Inside, Member } from "#access/context.ts"
import { idInput } from "#kernel/id-input.ts"
import { lockTree } from "../storage/index.ts"
import { noSuchFolder, notInTrash } from "./drive-errors.ts"
import { announceFolder } from "./file-events.ts"
import { freeName } from "./file-name.ts"
import { findFolder, listFoldersById, listSubfolders, listSubtree, moveSubtree, updateFolder } from "./folder-store.ts"

export const trashFolder = workspaceAction("member", "console", {
  changes: ["drive"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  run: (cx, { id }) => cx.atomically((cx) => moveFolderToTrash(cx, id)),
})

export async function moveFolderToTrash(cx: Inside & Member, id: string) {
  await lockTree(cx, cx.workspaceId)
  const folder = await findFolder(cx, cx.workspaceId, id)
  if (!folder) throw noSuchFolder()
  await moveSubtree(cx, await listSubtree(cx, id, null), { from: null, to: cx.now() })
  announceFolder(cx, "trashed", folder)
  return { id }
}

/** Restores a folder from the trash, with everything that was trashed with it. Members may. */
export const restoreFolder = workspaceAction("member", "console", {
  changes: ["drive"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string(), name: z.string() }),
  run: (cx, { id }) => cx.atomically((cx) => takeFolderFromTrash(cx, id)),
})

export async function takeFolderFromTrash(cx: Inside & Member, id: string) {
  await lockTree(cx, cx.workspaceId)
  const [folder] = await listFoldersById(cx, cx.workspaceId, [id])
  if (!folder?.deleted_at) throw notInTrash()
  const parentId = await findLiveParent(cx, folder.parent_id)
  const isTaken = async (name: string) =>
    (await listSubfolders(cx, cx.workspaceId, { parentId, name, limit: 1 })).length > 0
  const name = await freeName(folder.name, isTaken)
  const together = await listSubtree(cx, id, folder.deleted_at)
  await updateFolder(cx, id, { name, parent_id: parentId })
  await moveSubtree(cx, together, { from: folder.deleted_at, to: null })
  announceFolder(cx, "restored", { ...folder, name })
  return { id, name }
}

async function findLiveParent(cx: Inside & Member, id: string | null): Promise<string | null> {
  const parent = id !== null && (await findFolder(cx, cx.workspaceId, id))
  return parent ? parent.id : null
}
