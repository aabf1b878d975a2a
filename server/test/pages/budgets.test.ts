import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { gzipSync } from "node:zlib"
import { type BuiltPages, openBuiltPages } from "#surfaces/pages/built-pages.ts"
import { assistant, budgets, onDemand } from "../../../web/build/budgets.ts"
import { buildIfChanged } from "../../../web/build-if-changed.ts"

const web = new URL("../../../web/", import.meta.url).pathname

test("no page loads more than its budget before it works", async (t) => {
  await buildIfChanged()
  const built = await openBuiltPages(`${web}dist`)
  for (const page of readdirSync(`${web}src/pages`)) {
    const { scripts, preloads, style } = built.assetsOf(page)
    const budget = budgets[page as keyof typeof budgets] ?? budgets.public
    const sent = { scripts: kilobytes(built, [...scripts, ...preloads]), style: kilobytes(built, [style]) }
    t.diagnostic(`${page}: ${sent.scripts.toFixed(1)} kB of scripts, ${sent.style.toFixed(1)} kB of style`)
    assert.ok(sent.scripts <= budget.scripts, `${page} loads ${sent.scripts} kB of scripts, not ${budget.scripts}`)
    assert.ok(sent.style <= budget.style, `${page} loads ${sent.style} kB of style, not ${budget.style}`)
  }
})

test("the docs' editor loads when a doc is opened, and within its budget", async (t) => {
  await buildIfChanged()
  const built = await openBuiltPages(`${web}dist`)
  const manifest: Manifest = JSON.parse(readFileSync(`${web}dist/client/.vite/manifest.json`, "utf8"))
  const { scripts, preloads } = built.assetsOf("console")
  for (const { name, entry } of onDemand) {
    const file = `/${manifest[entry]?.file}`
    assert.ok(![...scripts, ...preloads].includes(file), `the console's first page loads the ${name}`)
  }
  const loaded = new Set([...scripts, ...preloads, ...withImports(manifest, "src/console/doc/view.tsx")])
  for (const { name, entry, scripts: budget } of onDemand) {
    const more = withImports(manifest, entry).filter((path) => !loaded.has(path))
    for (const path of more) loaded.add(path)
    const size = kilobytes(built, more)
    t.diagnostic(`${name}: ${size.toFixed(1)} kB`)
    assert.ok(size > 10, `${name} is loaded before it is wanted`)
    assert.ok(size <= budget, `${name} is ${size} kB, not ${budget}`)
  }
})

test("the assistant loads when it is opened, with its own style, and within its budget", async (t) => {
  await buildIfChanged()
  const built = await openBuiltPages(`${web}dist`)
  const manifest: Manifest = JSON.parse(readFileSync(`${web}dist/client/.vite/manifest.json`, "utf8"))
  const { scripts, preloads } = built.assetsOf("console")
  const first = new Set([...scripts, ...preloads])
  const more = new Set(
    assistant.entries.flatMap((entry) => withImports(manifest, entry)).filter((path) => !first.has(path)),
  )
  for (const entry of assistant.entries) assert.ok(more.has(`/${manifest[entry]?.file}`), `${entry} comes at once`)
  const size = kilobytes(built, [...more])
  const style = kilobytes(built, [`/${styleOf(manifest, assistant.style)}`])
  t.diagnostic(`assistant: ${size.toFixed(1)} kB of scripts, ${style.toFixed(1)} kB of style`)
  assert.ok(size <= assistant.budget.scripts, `its scripts are ${size} kB`)
  assert.ok(style <= assistant.budget.style, `its style is ${style} kB`)
})

test("there is one copy of each library that must be a singleton: two would fail silently", async () => {
  const lock: { packages: object } = JSON.parse(readFileSync(`${web}../package-lock.json`, "utf8"))
  for (const name of ["yjs", "y-protocols", "@tiptap/core", "prosemirror-model", "prosemirror-state"]) {
    const copies = Object.keys(lock.packages).filter((path) => path.endsWith(`node_modules/${name}`))
    assert.deepEqual(copies, [`node_modules/${name}`])
  }
  await buildIfChanged()
  const assets = `${web}dist/client/assets/`
  // Yjs prints this text when it is loaded a second time.
  const holdYjs = readdirSync(assets).filter(
    (name) => name.endsWith(".js") && readFileSync(assets + name, "utf8").includes("Yjs was already imported"),
  )
  assert.equal(holdYjs.length, 1)
})

/** The manifest lists a separate style by its whole path. */
function styleOf(manifest: Manifest, name: string): string {
  const found = Object.keys(manifest).find((key) => key.endsWith(name))
  assert.ok(found)
  return manifest[found]?.file ?? ""
}

type Manifest = Record<string, { file: string; imports?: string[] }>

/** The addresses of a built module and of its static imports. */
function withImports(manifest: Manifest, name: string): string[] {
  const { file, imports = [] } = manifest[name] ?? { file: "" }
  assert.notEqual(file, "", name)
  return [...new Set([...imports.flatMap((imported) => withImports(manifest, imported)), `/${file}`])]
}

function kilobytes(built: BuiltPages, paths: readonly string[]): number {
  const bytes = paths.map((path) => {
    const asset = built.find(path.replace("/assets/", ""))
    assert.ok(asset, path)
    return gzipSync(asset.content.bytes, { level: 9 }).length
  })
  return bytes.reduce((sum, size) => sum + size, 0) / 1000
}
