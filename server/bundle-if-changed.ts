import { readdirSync } from "node:fs"
import { basename, join, relative } from "node:path"
import { makeIfChanged, stampOf } from "../web/build/make-if-changed.ts"

const root = import.meta.dirname
const sources = join(root, "src")
const dist = join(root, "dist")
/** Our own sources, what Rolldown itself puts in, and the two libraries. */
const isInside = /^[#./]|^@oxc-project\/runtime|^kysely$|^zod$/

/** The programs of processes and threads of their own. Node.js runs no TypeScript of an installed package. */
const workers = [
  "adapters/cards/painter-process.ts",
  "adapters/images/remaker-process.ts",
  "adapters/calendars/reader-thread.ts",
  "domains/docs/vetting/trial-thread.ts",
  "domains/docs/digest/digest-thread.ts",
]

if (import.meta.main) void bundleIfChanged() // an `await` would delay all that imports this

/**
 * Bundles the server's sources, when they have changed since, into a file for what every start needs and one for each
 * part that is loaded later: reading a thousand files takes longer than all else that a start does. Libraries stay
 * where they are, but for two that every start needs and that are hundreds of files themselves.
 */
export function bundleIfChanged(): Promise<void> {
  const files = [...sourceFiles(), join(root, "bundle-if-changed.ts"), join(root, "../package-lock.json")]
  return makeIfChanged({
    what: "the server",
    dist,
    cache: join(root, ".cache"),
    stamp: stampOf(root, files),
    make: bundleInto,
  })
}

function sourceFiles(): string[] {
  return readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => join(sources, name))
    .sort()
}

async function bundleInto(folder: string): Promise<void> {
  const { rolldown } = await import("rolldown").catch((cause) => {
    throw new Error("The server is not built, and Rolldown, which builds it, is missing. Run `npm install`.", { cause })
  })
  const bundle = async (inputs: readonly string[], isSplit: boolean) => {
    const bundle = await rolldown({
      input: Object.fromEntries(inputs.map((path) => [basename(path, ".ts"), join(sources, path)])),
      platform: "node",
      external: (name) => !isInside.test(name),
      plugins: [{ name: "own-addresses", transform: withOwnAddress }],
    })
    const names = { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" }
    await bundle.write({ dir: folder, format: "esm", codeSplitting: isSplit, ...names })
  }
  await bundle(["start/main.ts", "command/command.ts"], true)
  // Each in one file: what it shares with the server would otherwise be split from the server's main file.
  for (const worker of workers) await bundle([worker], false)
}

/**
 * A source finds what lies beside it by its own address, which is not that of the bundle. A worker's program is
 * beside the bundle.
 */
function withOwnAddress(code: string, file: string): string | undefined {
  if (!file.startsWith(sources) || !code.includes("import.meta.url")) return undefined
  const beside = code.replaceAll(
    /new URL\("\.\/([\w-]+-(?:process|thread))\.ts", import\.meta\.url\)/g,
    'new URL("./$1.js", import.meta.here)',
  )
  const address = `new URL(${JSON.stringify(relative(dist, file))}, import.meta.url).href`
  return beside.replaceAll("import.meta.url", address).replaceAll("import.meta.here", "import.meta.url")
}
