import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Inside, Member } from "#access/context.ts"
import { ServiceError } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { lockTree } from "../storage/index.ts"
import { noSuchFile, noSuchFolder } from "./drive-errors.ts"
import { newFileName } from "./drive-input.ts"
import { findFile, isNameTaken, placeFileRow } from "./file-store.ts"
import { findFolder } from "./folder-store.ts"

export const editFile = workspaceAction("member", "console", {
  changes: ["drive"],
  input: z.object({
    id: idInput,
    name: newFileName.optional(),
    folderId: idInput.nullable().optional().describe("The target folder; null for the top of the drive."),
  }),
  output: z.object({ id: z.string(), name: z.string(), folderId: z.string().nullable() }),
  async run(cx, { id, ...changes }) {
    return cx.atomically(async (cx) => {
      await lockTree(cx, cx.workspaceId)
      return placeFile(cx, id, changes)
    })
  },
})

interface Placed {
  readonly name?: string | undefined
  readonly folderId?: string | null | undefined
}

/** The caller has locked the tree. */
export async function placeFile(cx: Inside & Member, id: string, changes: Placed) {
  const now = await findFile(cx, cx.workspaceId, id)
  if (!now || now.deleted_at !== null) throw noSuchFile()
  const { name = now.name, folderId = now.folder_id } = changes
  const isSame = name === now.name && folderId === now.folder_id
  if (folderId !== null && !(await findFolder(cx, cx.workspaceId, folderId))) throw noSuchFolder()
  if (!isSame && (await isNameTaken(cx, cx.workspaceId, { name, folderId }))) throw fileNameTaken(name)
  if (!isSame) await placeFileRow(cx, id, { name, folderId })
  return { id, name, folderId }
}

const fileNameTaken = (name: string) =>
  new ServiceError("conflict", `A file named “${name}” already exists in that folder.`, {
    field: "name",
    hint: "Choose another name or folder.",
  })
