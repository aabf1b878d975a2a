import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"

/** Where the server's sources are. */
export const root = new URL("../../src/", import.meta.url).pathname
/** Where the sources of the pages are. */
export const webRoot = new URL("../../../web/src/", import.meta.url).pathname
/** Where the helpers of tests are. */
export const supportRoot = new URL("../support/", import.meta.url).pathname

/** One import: both files below the root that was read; a package stays as it is. */
export interface Import {
  from: string
  target: string
  isType: boolean
  /** Whether it is a dynamic import. */
  isLater: boolean
}

/** The imports of a folder's sources, read once. */
const known = new Map<string, readonly Import[]>()

/** Every import of every source below `folder` that is no test. */
export function imports(folder = root): readonly Import[] {
  const found = known.get(folder) ?? readImports(folder)
  known.set(folder, found)
  return found
}

function readImports(folder: string): Import[] {
  return sources(folder).flatMap((from) => importsOf(folder, from, readFileSync(join(folder, from), "utf8")))
}

/** The imports in the text of one source. */
export function importsOf(folder: string, from: string, text: string): Import[] {
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^"'();]*?from\s+)?"([^"]+)"|import\("([^"]+)"\)/g,
  )
  return [...found].map(([, type, fixed, dynamic]) => ({
    from,
    target: resolve(folder, from, fixed ?? dynamic ?? ""),
    isType: type !== undefined,
    isLater: dynamic !== undefined,
  }))
}

/** Every source below `folder` that is no test. */
export function sources(folder = root): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
}

/** `#a/b.ts` and `./b.ts` both become `a/b.ts`; a package stays as it is. */
function resolve(folder: string, from: string, target: string): string {
  if (target.startsWith("#")) return target.slice(1)
  if (target.startsWith(".")) return relative(folder, join(folder, from, "..", target))
  return target
}
