import { readdirSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"
import { ServiceError } from "#kernel/error.ts"
import type { PageId } from "./page-data.ts"

/** The addresses that a page's document names. */
export interface EntryAssets {
  script: string
  styles: string[]
  preloads: string[]
  icon: string
}

export interface Asset {
  type: string
  bytes: Buffer
  brotli: Buffer | undefined
}

/** The built pages: which files each needs, and every file's bytes by its name. */
export interface Assets {
  entryOf(page: PageId): EntryAssets
  find(name: string): Asset | undefined
}

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

type Manifest = Record<string, Chunk>

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
}

/**
 * Reads what Vite built into `folder`: all of it, so that a build that comes later does not take files away from
 * documents that are already out.
 *
 * @throws ServiceError when nothing was built.
 */
export function openAssets(folder: string): Assets {
  const manifest = readManifest(folder)
  const files = readFiles(join(folder, "assets"))
  return {
    entryOf: (page) => entryAssets(manifest, page),
    find: (name) => files.get(name),
  }
}

function readManifest(folder: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(folder, ".vite", "manifest.json"), "utf8"))
  } catch (cause) {
    throw new ServiceError("internal_error", "The pages are not built.", {
      hint: "Run `npm start`, which builds them.",
      cause,
    })
  }
}

function readFiles(folder: string): Map<string, Asset> {
  const names = readdirSync(folder)
  const read = (name: string) => readFileSync(join(folder, name))
  return new Map(
    names
      .filter((name) => !name.endsWith(".br"))
      .map((name) => [
        name,
        {
          type: types[extname(name)] ?? "application/octet-stream",
          bytes: read(name),
          brotli: names.includes(`${name}.br`) ? read(`${name}.br`) : undefined,
        },
      ]),
  )
}

function entryAssets(manifest: Manifest, page: PageId): EntryAssets {
  const entry = chunkOf(manifest, `src/pages/${page}/entry.tsx`)
  const imported = importsOf(manifest, entry)
  const address = (file: string) => `/${file}`
  return {
    script: address(entry.file),
    styles: unique([...imported, entry].flatMap(({ css = [] }) => css)).map(address),
    preloads: imported.map(({ file }) => address(file)),
    icon: address(chunkOf(manifest, "src/kit/mark.svg").file),
  }
}

/** Everything that a chunk imports, directly or not, in the order in which it is needed. */
function importsOf(manifest: Manifest, chunk: Chunk): Chunk[] {
  const direct = (chunk.imports ?? []).map((name) => chunkOf(manifest, name))
  return unique(direct.flatMap((imported) => [...importsOf(manifest, imported), imported]))
}

function chunkOf(manifest: Manifest, name: string): Chunk {
  const chunk = manifest[name]
  if (!chunk) throw new ServiceError("internal_error", `The built pages lack ${name}.`)
  return chunk
}

const unique = <Item>(items: Item[]): Item[] => [...new Set(items)]
