import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { makeIfChanged, stampOf } from "./build/make-if-changed.ts"

const root = import.meta.dirname

if (import.meta.main) void buildIfChanged() // an `await` would delay all that imports this

/** Builds the pages when their sources have changed since; takes a few milliseconds when they have not. */
export function buildIfChanged(): Promise<void> {
  return makeIfChanged({
    what: "the pages",
    dist: inRoot("dist"),
    cache: inRoot(".cache"),
    stamp: stampOf(root, sourcesOfPages()),
    make: async (folder) => {
      await buildInto(folder)
      for (const side of ["client", "server"]) {
        nameFromHere(join(folder, side, ".vite/manifest.json"))
        compress(join(folder, side, "assets"))
      }
      compress(join(folder, "button"))
    },
  })
}

function sourcesOfPages(): Iterable<string> {
  const sources = readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath, entry.name))
  const own = [
    "package.json",
    "build/vite-config.ts",
    "../server/src/contract/browsers.ts",
    "build-if-changed.ts",
    "../package-lock.json",
  ].map(inRoot)
  return [...sources.sort(), ...new Set(sources.flatMap(importsFromServer)), ...own]
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

async function buildInto(folder: string): Promise<void> {
  const { build } = await import("vite").catch((cause) => {
    throw new Error("The pages are not built, and Vite, which builds them, is missing. Run `npm install`.", { cause })
  })
  const { buttonBuild, clientBuild, serverBuild } = await import("./build/vite-config.ts")
  await build(clientBuild(join(folder, "client")))
  await build(serverBuild(join(folder, "server")))
  await build(buttonBuild(join(folder, "button")))
}

/** Vite names some sources by their whole path. The build is the same in each checkout. */
function nameFromHere(manifest: string): void {
  writeFileSync(manifest, readFileSync(manifest, "utf8").replaceAll(inRoot("/"), ""))
}

/** Text is also kept compressed, so that the server compresses nothing while it serves. */
function compress(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|svg)$/.test(name)) continue
    const bytes = readFileSync(join(folder, name))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
  }
}
