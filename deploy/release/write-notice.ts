/** Writes the table of packages in `NOTICE.md`, as a part of `npm run docs`. The pages must be built. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { checkout } from "./assemble.ts"
import { lockedPackages, runningPackages } from "./packages.ts"

const page = join(checkout, "NOTICE.md")
const head = "| Package | Licence | Contained in |\n|---|---|---|\n"

/** Packages whose manifest names another licence than that of what they contain. */
const corrected: Record<string, string> = { "@fontsource/noto-sans-yi": "OFL-1.1" }

/** The files that Vite writes beside what it builds, with the licence of each package in it. */
const builtIn = ["client/assets/licenses.txt", "server/.vite/license.md"]

export interface Shipped {
  readonly name: string
  /** In SPDX. */
  readonly licence: string
  readonly places: readonly ("server" | "pages")[]
}

if (import.meta.main) writeFileSync(page, withPackages(readFileSync(page, "utf8"), shippedPackages()))

/** The packages that a release contains, on any platform, in the order of their names. */
export function shippedPackages(): Shipped[] {
  const locked = lockedPackages(checkout)
  const running = runningPackages(checkout, () => true)
  const bundled = builtIn.flatMap((file) => namesIn(readFileSync(join(checkout, "web/dist", file), "utf8")))
  const folders = new Map(
    [...running, ...bundled.map((name) => `node_modules/${name}`)].map((folder) => [nameOf(folder), folder]),
  )
  const names = { server: new Set(running.map(nameOf)), pages: new Set(bundled) }
  return [...folders]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, folder]) => ({
      name,
      licence: corrected[name] ?? locked[folder]?.license?.replace(/^\((.*)\)$/, "$1") ?? "unknown",
      places: (["server", "pages"] as const).filter((place) => names[place].has(name)),
    }))
}

/** The notice with the rows of these packages in place of those that it has. */
export function withPackages(notice: string, packages: readonly Shipped[]): string {
  const rows = packages.map(({ name, licence, places }) => `| ${name} | ${licence} | ${places.join(", ")} |\n`)
  return `${notice.slice(0, notice.indexOf(head))}${head}${rows.join("")}`
}

/** A package has a heading: `## react - 19.3.1 (MIT)`. */
function namesIn(licences: string): string[] {
  return [...licences.matchAll(/^## (\S+) - \d\S* \(/gm)].map(([, name = ""]) => name)
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length)
}
