import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildIfChanged } from "../../../../web/build-if-changed.ts"
import { bundleIfChanged } from "../../../bundle-if-changed.ts"

const root = fileURLToPath(new URL("../../../..", import.meta.url))

/**
 * Installs a release that differs from the present one, in an empty folder: each script, style and picture of its pages
 * has another name, and the server knows one more migration, if given: its name and its body. Returns the program to
 * start.
 */
export async function installOtherRelease(folder: string, migration?: { name: string; up: string }): Promise<string> {
  await Promise.all([buildIfChanged(), bundleIfChanged()])
  for (const name of ["node_modules", "docs"]) symlinkSync(join(root, name), join(folder, name))
  for (const name of ["server", "web"]) mkdirSync(join(folder, name))
  for (const name of ["package.json", "server/package.json", "server/start.js", "server/compile-cache.cjs"])
    copyFileSync(join(root, name), join(folder, name))
  symlinkSync(join(root, "server/src"), join(folder, "server/src"))
  for (const name of ["server/dist", "web/dist"]) cpSync(join(root, name), join(folder, name), { recursive: true })
  renameAssets(join(folder, "web/dist"))
  if (migration) setMigration(folder, migration)
  return join(folder, "server/start.js")
}

const present = /const migrations = \{ \[baselineName\]: \{ up: makeBaseline \}.*? \};/s

/** Replaces the migration of an installed release. A running process keeps the one that it read. */
export function setMigration(folder: string, { name, up }: { name: string; up: string }): void {
  const dist = join(folder, "server/dist")
  const parts = readdirSync(dist).filter((file) => file.endsWith(".js")).map((file) => join(dist, file)) // biome-ignore format: one thought
  const path = parts.find((part) => present.test(readFileSync(part, "utf8")))
  if (path === undefined) throw new Error("The bundle has no list of migrations.")
  const migrations = `{ [baselineName]: { up: makeBaseline }, "${name}": { up: async (db) => { ${up} } } }`
  const program = readFileSync(path, "utf8").replace(present, () => `const migrations = ${migrations};`)
  writeFileSync(path, program)
}

/** Renames the files with a hash, and their names in all files. The compressed forms would have the former names. */
function renameAssets(folder: string): void {
  const folders = ["client", "server"].map((side) => join(folder, side))
  const paths = folders.flatMap((side) => readdirSync(join(side, "assets")).map((name) => join(side, "assets", name)))
  for (const path of paths) if (/\.(br|gz)$/.test(path)) rmSync(path)
  const hashed = /(-[\w-]{8})(\.(?:js|css|woff2|webp|svg))/g
  const texts = folders.flatMap((side) =>
    readdirSync(side, { recursive: true, encoding: "utf8" }).map((name) => join(side, name)),
  )
  for (const path of texts.filter((path) => /\.(js|css|json)$/.test(path)))
    writeFileSync(path, readFileSync(path, "utf8").replace(hashed, "$1n$2"))
  for (const path of paths) if (!/\.(br|gz)$/.test(path)) renameSync(path, path.replace(hashed, "$1n$2"))
}
