import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Inside, Member } from "#access/context.ts"
import { idInput } from "#kernel/id-input.ts"
import { lockTree } from "../storage/index.ts"
import { noSuchFile, notInTrash } from "./drive-errors.ts"
import { announceFile } from "./file-events.ts"
import { freeName } from "./file-name.ts"
import { findFile, isNameTaken, placeFileRow, trashFileRow } from "./file-store.ts"
import { findFolder } from "./folder-store.ts"

/** Moves a file to the trash for 30 days. Offers with it, and purchases of them, still deliver it. Members may. */
export const trashFile = workspaceAction("member", "console", {
  changes: ["drive"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  run: (cx, { id }) => cx.atomically((cx) => moveFileToTrash(cx, id)),
})

export async function moveFileToTrash(cx: Inside & Member, id: string) {
  if (!(await trashFileRow(cx, cx.workspaceId, id))) throw noSuchFile()
  announceFile(cx, "trashed", id)
  return { id }
}

/** Restores a file from the trash to its old folder, or to the top if that is gone. Members may. */
export const restoreFile = workspaceAction("member", "console", {
  changes: ["drive"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string(), name: z.string() }),
  run: (cx, { id }) => cx.atomically((cx) => takeFileFromTrash(cx, id)),
})

export async function takeFileFromTrash(cx: Inside & Member, id: string) {
  await lockTree(cx, cx.workspaceId)
  const file = await findFile(cx, cx.workspaceId, id)
  if (!file?.deleted_at) throw notInTrash()
  const folder = file.folder_id && (await findFolder(cx, cx.workspaceId, file.folder_id))
  const folderId = folder ? folder.id : null
  const isTaken = (name: string) => isNameTaken(cx, cx.workspaceId, { name, folderId })
  const name = await freeName(file.name, isTaken)
  await placeFileRow(cx, id, { name, folderId })
  announceFile(cx, "restored", id)
  return { id, name }
}
