import type { Fact } from "#contract/shown.ts"
import { getFile } from "#domains/drive/index.ts"
import type { Look } from "./tool.ts"

export async function aboutFile(look: Look, id: string): Promise<Fact[]> {
  const found = await look(getFile, { id })
  if (!found) return []
  return [
    { label: "File", value: found.name, path: filePath(found.id) },
    { label: "Folder", value: shownFolder(found.folderPath) },
  ]
}

export const filePath = (id: string) => `/drive?open=${id}`

export const shownFolder = (folderPath: string) => (folderPath === "/" ? "Drive" : folderPath)
