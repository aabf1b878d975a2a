import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

interface Locked {
  readonly license?: string
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
  readonly peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** Whether a package is included, by its folder below the checkout. */
type Inclusion = (folder: string) => boolean

/**
 * The folders of the packages that the server loads while it runs, by the lock file of a checkout. Packages of other
 * platforms are left out, since they are not installed. @throws Error naming a package that is not installed.
 */
export function runningPackages(
  checkout: string,
  isIncluded: Inclusion = (folder) => existsSync(join(checkout, folder)),
): string[] {
  const packages = lockedPackages(checkout)
  const found = new Set<string>()
  const add = (folder: string) => {
    if (found.has(folder)) return
    if (folder !== "server") found.add(folder)
    for (const [name, isOptional] of neededBy(packages[folder] ?? {})) {
      const next = foldersAbove(folder).find((above) => packages[above + name])
      const at = `${next}${name}`
      if (next !== undefined && isIncluded(at)) add(at)
      else if (!isOptional) throw new Error(`${name}, which ${folder} needs, is not installed. Run \`npm install\`.`)
    }
  }
  add("server")
  return [...found].sort()
}

export function lockedPackages(checkout: string): Record<string, Locked> {
  return JSON.parse(readFileSync(join(checkout, "package-lock.json"), "utf8")).packages
}

function neededBy(locked: Locked): [name: string, isOptional: boolean][] {
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta } = locked
  return [
    ...Object.keys(dependencies ?? {}).map((name): [string, boolean] => [name, false]),
    ...Object.keys(optionalDependencies ?? {}).map((name): [string, boolean] => [name, true]),
    ...Object.keys(peerDependencies).map((name): [string, boolean] => [
      name,
      peerDependenciesMeta?.[name]?.optional === true,
    ]),
  ]
}

/** Where Node looks for a package that `folder` imports, nearest first. */
function foldersAbove(folder: string): string[] {
  const parts = folder.split("/")
  return parts
    .map((_, at) => `${parts.slice(0, parts.length - at).join("/")}/node_modules/`)
    .filter((path) => !path.includes("node_modules/node_modules/"))
    .concat("node_modules/")
}
