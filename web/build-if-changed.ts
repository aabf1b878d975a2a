import { createHash } from "node:crypto"
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { brotliCompressSync, constants } from "node:zlib"

const root = import.meta.dirname
const dist = join(root, "dist")
const stampFile = join(dist, "stamp")

if (import.meta.main) await buildIfChanged()

/**
 * Builds the pages when what they are made of differs from what `dist` was made of; takes a few milliseconds when it
 * does not. The new pages take the place of the old ones at once, so that a server never sees half of them.
 */
export async function buildIfChanged(): Promise<void> {
  const stamp = stampOfSources()
  if (readStamp() === stamp) return
  console.log("Building the pages…")
  const started = performance.now()
  const fresh = join(root, ".cache", `build-${process.pid}`)
  await buildInto(fresh)
  for (const side of ["client", "server"]) compress(join(fresh, side, "assets"))
  writeFileSync(join(fresh, "stamp"), stamp)
  putInPlace(fresh, stamp)
  console.log(`Built the pages in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

/** By content, not by time: a checkout touches every file and changes none. */
function stampOfSources(): string {
  const sources = readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const hash = createHash("sha256")
  const own = ["package.json", "build/vite-config.ts", "build-if-changed.ts"].map(inRoot)
  for (const file of [...sources.sort(), ...new Set(sources.flatMap(importsFromServer)), ...own]) {
    hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file))
  }
  return hash.update(readFileSync(inRoot("../package-lock.json"))).digest("hex")
}

/** What a page shares with the server is built into it, with whatever that imports of ours. */
function importsFromServer(file: string): string[] {
  return importsOf(file, /^import \{[^}]*\} from "((?:\.\.\/)+server\/[^"]+)"/gm).flatMap(withItsImports)
}

function withItsImports(file: string): string[] {
  return [file, ...importsOf(file, /^(?:import|export) \{[^}]*\} from "(\.[^"]+)"/gm).flatMap(withItsImports)]
}

function importsOf(file: string, pattern: RegExp): string[] {
  return [...readFileSync(file, "utf8").matchAll(pattern)].map(([, path = ""]) => join(dirname(file), path))
}

function inRoot(name: string): string {
  return join(root, name)
}

function readStamp(): string | undefined {
  try {
    return readFileSync(stampFile, "utf8")
  } catch {
    return undefined
  }
}

async function buildInto(folder: string): Promise<void> {
  const { build } = await import("vite").catch((cause) => {
    throw new Error("The pages are not built, and Vite, which builds them, is missing. Run `npm install`.", { cause })
  })
  const { clientBuild, serverBuild } = await import("./build/vite-config.ts")
  await build(clientBuild(join(folder, "client")))
  await build(serverBuild(join(folder, "server")))
}

/** Text is also kept compressed, so that the server compresses nothing while it serves. */
function compress(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|svg)$/.test(name)) continue
    const bytes = readFileSync(join(folder, name))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
  }
}

/** Another process may have built the same meanwhile: then its build stays. */
function putInPlace(fresh: string, stamp: string): void {
  const old = join(root, ".cache", `old-${process.pid}`)
  if (readStamp() !== stamp) {
    moveIfThere(dist, old)
    moveIfThere(fresh, dist)
  }
  for (const folder of [old, fresh]) rmSync(folder, { recursive: true, force: true })
}

/** Nothing to move, or somebody else's equal folder in its place, is no fault. */
function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException
    if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(code)) throw error
  }
}
