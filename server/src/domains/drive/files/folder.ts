import { z } from "zod"
import type { Inside } from "#access/context.ts"
import { conflict } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { noSuchFolder } from "./drive-errors.ts"
import { listAncestors, maxFolderDepth, maxFolders } from "./folder-path.ts"
import { countFolders, findFolder } from "./folder-store.ts"

export const parentId = idInput.nullable().describe("Its folder; null for the top of the drive.")

export const folder = z.object({ id: z.string(), name: z.string(), parentId: z.string().nullable() })

interface Own {
  readonly workspaceId: WorkspaceId
}

/** Checks that a tree of `height` levels fits under a folder. */
export async function checkPlace(cx: Inside & Own, parentId: string | null, height: number): Promise<void> {
  if (parentId !== null && !(await findFolder(cx, cx.workspaceId, parentId))) throw noSuchFolder()
  const above = parentId === null ? [] : await listAncestors(cx, cx.workspaceId, parentId)
  if (above.length + height > maxFolderDepth) throw tooDeep()
}

export async function checkRoom(cx: Inside & Own): Promise<void> {
  if ((await countFolders(cx, cx.workspaceId)) >= maxFolders) throw tooManyFolders()
}

export const nameTaken = () => conflict("A folder with this name already exists.", "Choose another name.")

const tooDeep = () => conflict(`Folders can be at most ${maxFolderDepth} levels deep.`, "Choose a folder further up.")

const tooManyFolders = () => conflict(`A workspace can have at most ${maxFolders} folders.`, "Delete some first.")
