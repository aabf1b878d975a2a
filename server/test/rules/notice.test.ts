import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { openBuiltPages } from "#surfaces/pages/built-pages.ts"
import { checkout } from "../../../deploy/release/assemble.ts"
import { shippedPackages, withPackages } from "../../../deploy/release/write-notice.ts"
import { buildIfChanged } from "../../../web/build-if-changed.ts"

const read = (file: string) => readFileSync(join(checkout, file), "utf8")

/** Licences that let a release contain a package beside code under the MIT licence. */
const allowed = new Set(["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC-BY-4.0", "ISC", "MIT", "MIT-0", "MPL-2.0", "OFL-1.1", "PSF-2.0"]) // biome-ignore format: a list

test("NOTICE.md lists each package that a release contains with its licence, and no other", async () => {
  await buildIfChanged()
  const packages = shippedPackages()
  const named = (place: "server" | "pages") => packages.filter(({ places }) => places.includes(place)).length
  assert.ok(named("server") > 200 && named("pages") > 40)
  const notice = read("NOTICE.md")
  assert.equal(notice, withPackages(notice, packages), "run `npm run docs`")
})

test("the licence of each package that a release contains is among the allowed ones", async () => {
  await buildIfChanged()
  const refused = shippedPackages().filter(({ licence }) => !licence.split(" OR ").some((one) => allowed.has(one)))
  assert.deepEqual(refused, [], "decide whether a release may contain it, then add the licence here")
})

test("the licences of the pages' packages, with their texts, are a file that each installation serves", async () => {
  await buildIfChanged()
  const built = await openBuiltPages(join(checkout, "web/dist"))
  assert.equal(built.find("licenses.txt")?.type, "text/plain; charset=utf-8")
  const [, ...parts] = read("web/dist/client/assets/licenses.txt").split(/^## (?=\S+ - \d\S* \()/m)
  const texts = new Map(parts.map((part) => [part.slice(0, part.indexOf(" ")), part]))
  const inPages = shippedPackages().filter(({ places }) => places.includes("pages"))
  for (const { name } of inPages) assert.match(texts.get(name) ?? "", /copyright .*\n(.*\n)+.*permission/i, name)
})

test("each package.json names the licence of the file LICENSE", () => {
  assert.match(read("LICENSE"), /^MIT License\n\nCopyright \(c\) \d{4} the Atelier authors\n/)
  const manifests = globSync(["package.json", "*/package.json"], { cwd: checkout })
  assert.deepEqual(manifests.filter((file) => JSON.parse(read(file)).license !== "MIT"), []) // biome-ignore format: one thought
  assert.ok(manifests.length >= 4)
})
