import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"

/** Where the sources are. */
export const root = new URL("../../src/", import.meta.url).pathname

/** One import: both files below `root`; a package stays as it is. */
export interface Import {
  from: string
  target: string
  isType: boolean
  /** Whether it is loaded only once it is needed. */
  isLater: boolean
}

/** Every import of every source that is no test. */
export function imports(): Import[] {
  return sources().flatMap((from) => {
    const text = readFileSync(join(root, from), "utf8")
    const found = text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^"'();]*?from\s+)?"([^"]+)"|import\("([^"]+)"\)/g,
    )
    return [...found].map(([, type, fixed, dynamic]) => ({
      from,
      target: resolve(from, fixed ?? dynamic ?? ""),
      isType: type !== undefined,
      isLater: dynamic !== undefined,
    }))
  })
}

/** Every source that is no test, below `root`. */
export function sources(): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  )
}

/** `#a/b.ts` and `./b.ts` both become `a/b.ts`; a package stays as it is. */
function resolve(from: string, target: string): string {
  if (target.startsWith("#")) return target.slice(1)
  if (target.startsWith(".")) return relative(root, join(root, from, "..", target))
  return target
}
