import { z } from "zod"
import type { Inside } from "#access/context.ts"
import { conflict } from "#kernel/error.ts"
import { newId } from "#kernel/ids.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import {
  checkPlace,
  checkRoom,
  insertFolder,
  isNameless,
  listSubfolders,
  longestFileName,
  longestPath,
  toFileName,
  withNumber,
} from "../files/index.ts"
import { lockTree } from "../storage/index.ts"
import { findUploadLink } from "./upload-link-store.ts"

/** The folders of a sent file, from the names of its path. A path cannot lead up: names of dots are left out. */
export const sentFolders = z
  .string()
  .max(longestPath)
  .transform((path) => path.split("/").slice(0, -1))
  .transform((names) => names.filter((name) => !isNameless(name)).map(toFileName))
  .refine((names) => names.every((name) => [...name].length <= longestFileName), "has a folder with a too long name")
  .describe("The file's path from the folder that its sender chose, such as `Photos/June/a.jpg`.")

/** How many folders of one name may exist before a sender has to choose another name. */
const mostAlike = 50

/**
 * Finds or makes the folders that a sender's file was in, below the link's folder. They are never the members' own
 * folders, which may be shared: a folder of that name gets a number. All files of a link with one path share a folder.
 */
export async function openSentFolder(
  cx: Inside,
  to: { workspaceId: WorkspaceId; folderId: string | null; uploadLinkId: string },
  names: readonly string[],
): Promise<string | null> {
  const { workspaceId, uploadLinkId } = to
  const link = await findUploadLink(cx, uploadLinkId)
  if (!link || names.length === 0) return to.folderId
  const own = { ...cx, workspaceId }
  await lockTree(cx, workspaceId)
  await checkPlace(own, to.folderId, names.length).catch(refuseFolders)
  const made = { workspace_id: workspaceId, created_by: link.created_by, upload_link_id: uploadLinkId }
  let parentId = to.folderId
  for (const wanted of names) {
    const { id, name } = await findPlace(cx, { workspaceId, uploadLinkId, parentId }, wanted)
    const folderId = id ?? newId("folder")
    if (id === undefined) {
      await checkRoom(own).catch(refuseFolders)
      await insertFolder(cx, { ...made, id: folderId, parent_id: parentId, name })
    }
    parentId = folderId
  }
  return parentId
}

/** Finds the link's own folder of that name, perhaps with a number, or a free name. */
async function findPlace(
  cx: Inside,
  { workspaceId, uploadLinkId, parentId }: { workspaceId: WorkspaceId; uploadLinkId: string; parentId: string | null },
  wanted: string,
): Promise<{ id?: string; name: string }> {
  for (let number = 1; number <= mostAlike; number += 1) {
    const name = number === 1 ? wanted : withNumber(wanted, number)
    const [taken] = await listSubfolders(cx, workspaceId, { parentId, name, limit: 1 })
    if (!taken) return { name }
    if (taken.upload_link_id === uploadLinkId) return { id: taken.id, name }
  }
  return refuseFolders()
}

/** A sender learns no limits of the workspace. */
function refuseFolders(): never {
  throw conflict("These folders can't be added here.", "Send the files without their folders, or as one zip file.")
}
