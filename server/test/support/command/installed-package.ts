import { globSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { checkout } from "../../../../deploy/release/assemble.ts"
import { packForNpm } from "../../../../deploy/release/pack.ts"
import { type Ending, temporaryFolder } from "../databases/test-databases.ts"
import { shell } from "../processes/programs.ts"

/** The package in a folder that cannot be written to, with the packages of this checkout beside it. Returns its folder. */
export function installedPackage(t: Ending): string {
  const packages = join(temporaryFolder(t), "node_modules")
  const folder = join(packages, "atelier")
  mkdirSync(folder, { recursive: true })
  shell(`tar -xzf ${packForNpm(temporaryFolder(t))} -C ${folder} --strip-components=1`)
  for (const name of readdirSync(join(checkout, "node_modules")))
    if (!name.startsWith(".") && name !== "@atelier")
      symlinkSync(join(checkout, "node_modules", name), join(packages, name))
  // A file where the compile cache's folder would be made: root may write into every folder.
  writeFileSync(join(folder, "node_modules"), "")
  return folder
}

/** Our files of a package, without those of its dependencies. */
export const filesIn = (folder: string, pattern: string): string[] => globSync(pattern, { cwd: folder }).sort()
