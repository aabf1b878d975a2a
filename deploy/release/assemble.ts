import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename, join, relative } from "node:path"
import { readVersion } from "../../server/src/start/version.ts"
import { runningPackages } from "./packages.ts"

export const checkout = join(import.meta.dirname, "../..")

/** Our own files that run, below the checkout. The bundle finds texts at their paths among the sources. */
const own = [
  "server/start.js",
  "server/atelier.cjs",
  "server/compile-cache.cjs",
  "server/dist",
  "server/src/surfaces/discovery/texts",
  "web/dist",
  "docs/developers",
  "deploy/systemd",
  "LICENSE",
  "NOTICE.md",
]

/** Font files that preview cards read. Fontsource has each one in nine weights and two formats. */
const fontFile = /-(?:400|700)-normal\.woff2$/

/**
 * Makes a folder of exactly the files that run: the built server and pages, the texts, and the packages that the server
 * loads. Node.js is not among them. The pages and the server must be built.
 */
export function assemble(folder: string): void {
  copyOwn(folder)
  const packages = runningPackages(checkout)
  for (const path of packages) {
    // npm reads the bill of materials from the first manifest, so a package of the server's is beside all others.
    const beside = path.replace(/^server\//, "")
    const to = packages.includes(beside) ? path : beside
    const saysLicence = licenceFilesOf(path)
    copy({ path, to: join(folder, to) }, (file) => saysLicence.test(basename(file)) || isLoaded(path, file))
  }
  writeManifests(folder, { scripts: { start: "node --min-semi-space-size=16 server/start.js" } })
  allowReading(folder)
}

/** Makes the folder of the package, whose dependencies npm installs in the versions of the lock file. */
export function assemblePackage(folder: string): void {
  copyOwn(folder)
  const { packages } = readJson<{ packages: Record<string, { version?: string }> }>("package-lock.json")
  const exact = Object.keys(readJson<Manifest>("server/package.json").dependencies).map((name) => {
    const { version } = packages[`server/node_modules/${name}`] ?? packages[`node_modules/${name}`] ?? {}
    return [name, version]
  })
  const description = "Short links, docs, a drive, team time and sales of files, for people and their agents"
  writeManifests(folder, { description, dependencies: Object.fromEntries(exact) })
  allowReading(folder)
}

interface Manifest {
  version: string
  dependencies: Record<string, string>
}

function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(join(checkout, path), "utf8"))
}

function copyOwn(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const path of own) copy({ path, to: join(folder, path) }, () => true)
}

function copy({ path, to }: { path: string; to: string }, isWanted: (file: string) => boolean): void {
  const from = join(checkout, path)
  cpSync(from, to, {
    recursive: true,
    dereference: true,
    filter: (file) =>
      statSync(file).isDirectory()
        ? basename(file) !== "node_modules" || file === from
        : isWanted(relative(from, file)),
  })
}

/** The names of the files of a package that its licence demands. Some packages have it in their readme. */
function licenceFilesOf(path: string): RegExp {
  const hasOwn = readdirSync(join(checkout, path)).some((name) => /licen[cs]e|copying/i.test(name))
  return hasOwn ? /licen[cs]e|notice|copying/i : /licen[cs]e|notice|copying|^readme/i
}

/** Whether the running server needs a package's file. */
function isLoaded(path: string, file: string): boolean {
  if (path.includes("/@fontsource/")) return /^(package|unicode)\.json$/.test(file) || fontFile.test(file)
  if (path.endsWith("/@iconify-json/twemoji")) return /^(package|chars|icons)\.json$/.test(file)
  return !/\.(?:map|md|markdown|flow|[cm]?tsx?)$/.test(file)
}

/** npm reads the packages for the bill of materials from the first manifest; the server reads its version from the second. */
function writeManifests(folder: string, own: object): void {
  const { dependencies } = readJson<Manifest>("server/package.json")
  const common = { version: readVersion(), private: true, license: "MIT", type: "module" }
  const bin = { atelier: "server/atelier.cjs" }
  write(join(folder, "package.json"), {
    name: "atelier",
    ...common,
    engines: { node: ">=24" },
    bin,
    dependencies,
    ...own,
  })
  write(join(folder, "server/package.json"), { name: "@atelier/server", ...common })
}

function write(path: string, content: object): void {
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`)
}

/** Modes do not depend on the umask of the person who assembles. */
function allowReading(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
}
