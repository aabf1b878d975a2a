import assert from "node:assert/strict"
import { dirname, join } from "node:path"
import { test } from "node:test"
import { imports, sources, supportRoot, webRoot } from "./source-graph.ts"

const ours = imports().filter(({ target }) => target.endsWith(".ts"))

/** The unit of imports: a room of a domain, or a folder of a surface. */
function roomOf(file: string): string {
  const [layer, name = "", room, rest] = file.split("/")
  if (layer === "surfaces") return room === undefined ? layer : `${layer}/${name}`
  if (layer === "domains" && rest !== undefined) return `${layer}/${name}/${room}`
  return layer === "domains" || layer === "adapters" ? `${layer}/${name}` : dirname(file)
}

/** A domain's index contains its exports, so it imports all of its rooms. `on-demand.ts` exports what loads later. */
const isDomainIndex = (file: string) => /^domains\/[^/]+\/(index|on-demand)\.ts$/.test(file)

/** The first cycle of imports, as the names along it; undefined without one. */
function findCircle(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (name: string): string[] | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (done.has(name)) return undefined
    done.add(name)
    path.push(name)
    for (const next of arrows.get(name) ?? []) {
      const circle = visit(next)
      if (circle) return circle
    }
    path.pop()
    return undefined
  }
  for (const name of arrows.keys()) {
    const circle = visit(name)
    if (circle) return circle
  }
  return undefined
}

function arrowsBetween(name: (file: string) => string, among = ours): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>()
  for (const { from, target } of among) {
    const [one, other] = [name(from), name(target)]
    if (one !== other) arrows.set(one, (arrows.get(one) ?? new Set()).add(other))
  }
  return arrows
}

test("a cycle is found where there is one", () => {
  assert.deepEqual(findCircle(new Map([["a", new Set(["b"])], ["b", new Set(["c"])], ["c", new Set(["b"])]])), ["b", "c", "b"]) // biome-ignore format: a circle is read in one line
  assert.equal(findCircle(new Map([["a", new Set(["b", "c"])], ["b", new Set(["c"])]])), undefined) // biome-ignore format: the same
})

test("no file imports itself through others", () => {
  assert.equal(findCircle(arrowsBetween((file) => file)), undefined)
})

const web = imports(webRoot).filter(({ target }) => /\.tsx?$/.test(target))

/** The folder of a page. A file that several pages use stands for itself. */
function roomOfWeb(file: string): string {
  const depth = /^console\/(account|operator)\//.test(file) ? 3 : /^(console|pages)\//.test(file) ? 2 : 1
  const folders = file.split("/").slice(0, -1)
  return folders.length < depth ? file : folders.slice(0, depth).join("/")
}

test("no file and no folder of the pages imports itself through others", () => {
  assert.equal(findCircle(arrowsBetween((file) => file, web)), undefined)
  assert.equal(findCircle(arrowsBetween(roomOfWeb, web)), undefined)
})

test("no room of a domain, no surface and no other folder imports itself through others", () => {
  const standsAlone = (file: string) => isDomainIndex(file) || /^(surfaces\/)?[^/]+$/.test(file)
  const circle = findCircle(arrowsBetween((file) => (standsAlone(file) ? file : roomOf(file))))
  assert.equal(circle, undefined)
})

test("a room of a domain is imported through its index", () => {
  const wrong = ours.filter(({ from, target }) => {
    const [layer, domain, , file] = target.split("/")
    const isInRoom = layer === "domains" && file !== undefined
    const isFromDomain = from.startsWith(`domains/${domain}/`) && !isDomainIndex(from)
    return isInRoom && isFromDomain && roomOf(from) !== roomOf(target) && file !== "index.ts"
  })
  assert.deepEqual(wrong, [])
})

/** All files that are loaded with a file. */
function loadedWith(file: string, known = new Set<string>()): ReadonlySet<string> {
  known.add(file)
  for (const { from, target, isType, isLater } of ours)
    if (from === file && !isType && !isLater && !known.has(target)) loadedWith(target, known)
  return known
}

test("a start loads nothing of what answers questions, asks models or talks to tool servers", () => {
  const atStart = loadedWith("start/start.ts")
  assert.ok(atStart.has("surfaces/assistant/serve.ts"))
  const later = ["domains/assistant/on-demand.ts", "domains/tool-servers/on-demand.ts", "engines/runs/hub.ts"]
  for (const file of [...later, "adapters/models/ai-sdk.ts", "adapters/models/commands/commands.ts"]) {
    assert.ok(sources().includes(file))
    assert.ok(!atStart.has(file), file)
  }
})

test("no folder has more than 25 source files", () => {
  const others = [supportRoot, webRoot].flatMap((folder) => sources(folder).map((file) => join(folder, file)))
  const files = [...sources(), ...others]
  const counts = Map.groupBy(files, (file) => dirname(file))
  const wrong = [...counts].filter(([, inside]) => inside.length > 25)
  assert.deepEqual(
    wrong.map(([folder, inside]) => `${folder}: ${inside.length}`),
    [],
  )
})
