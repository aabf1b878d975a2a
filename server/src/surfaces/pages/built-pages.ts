import { readdirSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"
import { pathToFileURL } from "node:url"
import type { House } from "#contract/pages/house.ts"
import { ServiceError } from "#kernel/error.ts"
import { type Cacheable, toCacheable, withEncoded } from "../transport/etag.ts"
import type { Html } from "../transport/html.ts"

export interface DocumentAssets {
  /** Entry modules. They import the other scripts. */
  scripts: readonly string[]
  preloads: readonly string[]
  /** The priority of scripts. The style and the font come first on a page that can be read without scripts. */
  scriptPriority: "low" | "auto"
  style: string
  icon: string
}

export interface Asset {
  type: string
  content: Cacheable
}

export interface BuiltPages {
  draw(page: string, house: House, data: object): Html
  /** `view`: the console's route that the document shows first. Its scripts load together with the console's own. */
  assetsOf(page: string, view?: string): DocumentAssets
  find(name: string): Asset | undefined
  /** The script of the buy button, for other sites. */
  button: Asset
}

interface Chunk {
  file: string
  imports?: string[]
}

type Manifest = Record<string, Chunk>

interface Renderer {
  icon: string
  renderPage(page: unknown, house: House, data: object): string
}

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
}

/** Reads all of Vite's files, so that a later build changes nothing here. @throws ServiceError without a build. */
export async function openBuiltPages(folder: string): Promise<BuiltPages> {
  const client = readManifest(join(folder, "client"))
  const server = readManifest(join(folder, "server"))
  const files = new Map([...readFiles(join(folder, "client/assets")), ...readFiles(join(folder, "server/assets"))])
  const load = (name: string) => import(pathToFileURL(join(folder, "server", chunkOf(server, name).file)).href)
  const { icon, renderPage }: Renderer = await load("src/render.tsx")
  const pages = new Map<string, unknown>()
  for (const name of Object.keys(server)) {
    const [, page] = /^src\/pages\/([^/]+)\/page\.tsx$/.exec(name) ?? []
    if (page) pages.set(page, await load(name))
  }
  const styleOf = (manifest: Manifest) => `/${chunkOf(manifest, "style.css").file}`
  const ofDrawn = { style: styleOf(server), scriptPriority: "low" } as const
  // The console imports its pages dynamically, so that only the client's build knows their styles.
  const ofConsole = { style: styleOf(client), scriptPriority: "auto" } as const
  return {
    draw: (page, house, data) => ({ markup: renderPage(pages.get(page), house, data) }),
    assetsOf: (page, view) => ({
      ...scriptsOf(client, page, view),
      ...(page === "console" ? ofConsole : ofDrawn),
      icon,
    }),
    find: (name) => files.get(name),
    button: findButton(folder),
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

function readFiles(folder: string): [string, Asset][] {
  const names = readdirSync(folder)
  const read = (name: string) => readFileSync(join(folder, name))
  return names
    .filter((name) => !/\.(br|gz)$/.test(name))
    .map((name) => {
      const isCompressed = names.includes(`${name}.br`)
      const forms = isCompressed ? { br: read(`${name}.br`), gzip: read(`${name}.gz`) } : undefined
      const content = forms ? withEncoded(read(name), forms) : toCacheable(read(name))
      return [name, { type: typeOf(name), content }]
    })
}

function findButton(folder: string): Asset {
  const [found] = readFiles(join(folder, "button"))
  if (!found) throw new ServiceError("internal_error", "The built pages lack the buy button.")
  return found[1]
}

export function toAsset(name: string, bytes: Buffer | undefined): Asset | undefined {
  return bytes && { type: typeOf(name), content: toCacheable(bytes) }
}

const typeOf = (name: string) => types[extname(name)] ?? "application/octet-stream"

type Scripts = Pick<DocumentAssets, "scripts" | "preloads">

/** The scripts of every page, and React with the page's island where it has one. */
function scriptsOf(manifest: Manifest, page: string, view?: string): Scripts {
  const names = ["src/enhance/enhance.ts", `src/pages/${page}/entry.tsx`].filter((name) => name in manifest)
  const entries = names.map((name) => chunkOf(manifest, name))
  const first = view === undefined ? [] : [chunkOf(manifest, `src/console/${view}/view.tsx`)]
  const preloads = new Set([...entries, ...first].flatMap((entry) => importsOf(manifest, entry)))
  for (const chunk of first) preloads.add(chunk)
  for (const entry of entries) preloads.delete(entry)
  return { scripts: entries.map(({ file }) => `/${file}`), preloads: [...preloads].map(({ file }) => `/${file}`) }
}

/** All direct and indirect imports of a chunk, in the order in which they are needed. */
function importsOf(manifest: Manifest, chunk: Chunk): Chunk[] {
  return (chunk.imports ?? []).flatMap((name) => {
    const imported = chunkOf(manifest, name)
    return [...importsOf(manifest, imported), imported]
  })
}

function chunkOf(manifest: Manifest, name: string): Chunk {
  const chunk = manifest[name]
  if (!chunk) throw new ServiceError("internal_error", `The built pages lack ${name}.`)
  return chunk
}
