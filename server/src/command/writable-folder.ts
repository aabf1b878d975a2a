import { accessSync, constants, existsSync, statSync, unlinkSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { newId } from "#kernel/ids.ts"

/** Returns a folder that can be written to, or the one in which it would be made. @throws Error */
export async function writableFolder(wanted: string): Promise<string> {
  const folder = nearest(resolve(wanted))
  if (!statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder.`)
  accessSync(folder, constants.W_OK | constants.X_OK)
  if (folder === resolve(wanted)) {
    const file = join(folder, newId("doctor"))
    writeFileSync(file, "", { flag: "wx" })
    unlinkSync(file)
  }
  return folder
}

function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path))
}
