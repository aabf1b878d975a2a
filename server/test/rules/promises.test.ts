import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"

const repository = join(import.meta.dirname, "../../..")
const [, ...groups] = readFileSync(join(repository, "docs/promises.md"), "utf8").split(/^## /m)
const lines = groups.flatMap((group) => group.split("\n").slice(1)).filter((line) => line !== "")

const proof = /^ {2}\* `([^`]+)` › "(.+)"$/

/** The titles in a file, as they are written there: a template keeps its `${…}`. Some files have a function around `test`. */
function titlesIn(file: string): string[] {
  const text = readFileSync(join(repository, file), "utf8")
  const called = /(?<!describe)\(\s*(["`])(.+?)(?<!\\)\1,/g
  return [...text.matchAll(called)].map(([, , title = ""]) => title.replaceAll(/\\(["`])/g, "$1"))
}

test("each test that docs/promises.md names is in its file, once, with exactly that title", () => {
  const titles = new Map<string, string[]>()
  const named = lines.flatMap((line) => {
    const [, file, title] = proof.exec(line) ?? []
    return file && title ? [{ file, title }] : []
  })
  assert.ok(named.length > 100)
  for (const { file, title } of named) {
    const found = titles.get(file) ?? titlesIn(file)
    titles.set(file, found)
    assert.equal(found.filter((one) => one === title).length, 1, `${file}: ${title}`)
  }
})

test("each promise of docs/promises.md is a sentence with a test below it, and nothing is listed twice", () => {
  assert.ok(groups.length > 1)
  for (const group of groups) {
    const [, ...rest] = group.trimEnd().split("\n")
    assert.match(rest.join("\n"), /^\n(\* [A-Z`].*\.\n( {2}\* `[^`]+` › ".+"(\n|$))+)+$/, group)
  }
  assert.deepEqual(lines.filter((line, at) => lines.indexOf(line) !== at), []) // biome-ignore format: one thought
})
