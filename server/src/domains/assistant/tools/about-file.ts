import type { Fact } from "#contract/shown.ts"
import { getFile } from "#domains/drive/index.ts"
import type { Look } from "./tool.ts"

/** A file's name, and the folder that it lies in. */
export async function aboutFile(look: Look, id: string): Promise<Fact[]> {
  const found = await look(getFile, { id })
  if (!found) return []
  return [
    { label: "File", value: found.name, path: filePath(found.id) },
    { label: "Folder", value: folderName(found.folderPath) },
  ]
}

/** Where the console shows a file. */
export const filePath = (id: string) => `/drive?open=${id}`

/** A folder's path as people read it. */
export const folderName = (folderPath: string) => (folderPath === "/" ? "The top of the drive" : folderPath)
