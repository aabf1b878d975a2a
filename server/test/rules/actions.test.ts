import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { test } from "node:test"
import { consoleActions } from "#surfaces/console/console-actions.ts"
import { root, sources } from "./source-graph.ts"

const textOf = (file: string) => readFileSync(join(root, file), "utf8")
const files = sources()

const actionFiles = files
  .filter((file) => file.startsWith("domains/"))
  .flatMap((file) =>
    [...textOf(file).matchAll(/^export const (\w+) = (?:public|person|workspace|operator)Action\(/gm)].map(
      ([, name = ""]) => {
        return { file, name }
      },
    ),
  )
const actions = actionFiles.map(({ name }) => name)

/** The name that an action has in its file, and in the console's table. */
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const isTable = (file: string) => /^surfaces\/console\/[\w-]+-actions\.ts$/.test(file)
const table = files.filter(isTable).map(textOf).join("\n")

test("each action of the console has a row in exactly one of its tables", () => {
  const names = [...table.matchAll(/^ {2}"?([\w-]+)"?: \{ does: /gm)].map(([, name = ""]) => name)
  assert.deepEqual(names.sort(), Object.keys(consoleActions).sort())
})

test("every action is used by a surface", () => {
  const used = files
    .filter((file) => /^(surfaces|engines|domains\/assistant\/tools)\//.test(file) && !isTable(file))
    .flatMap((file) => [
      ...textOf(file).matchAll(/import \{([^}]*)\} from "#domains/g),
      ...textOf(file).matchAll(/const \{([^}]*)\} = await import\(\s*"#domains/g),
    ])
    .flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()))
  // An action in the console's table counts as used once a page of the console uses it.
  const asked = consoleText()
  const isAsked = (name: string) =>
    new RegExp(`does: (async \\(\\) => \\(await \\w+\\(\\)\\)\\.)?${name},`).test(table) &&
    asked.includes(`"${kebab(name)}"`)
  assert.ok(actions.length > 100, `only ${actions.length} actions were found`)
  assert.deepEqual(actions.filter((name) => !used.includes(name) && !isAsked(name)).sort(), [])
})

/** The source of all console pages. */
function consoleText(): string {
  const folder = join(root, "../../web/src/console")
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.tsx?$/.test(name) && !name.endsWith(".test.ts"),
  )
  return names.map((name) => readFileSync(join(folder, name), "utf8")).join("\n")
}

/** Verbs of opposite actions: the second undoes the first. */
const opposites = [
  ["pause", "resume"],
  ["publish", "unpublish"],
  ["revoke", "restore"],
  ["star", "unstar"],
  ["suspend", "lift"],
  ["tag", "untag"],
  ["trash", "restore"],
] as const

const verbOf = (name: string) => kebab(name).split("-")[0] ?? ""

/** `trash-and-restore-doc` for `trashDoc` and `restoreDoc`. */
function pairName(one: string, other: string): string {
  const noun = kebab(other).slice(verbOf(other).length)
  return `${kebab(one).replace(new RegExp(`${noun}$`), "")}-and-${kebab(other)}`
}

test("one action, one file of its name; two opposite actions, one file of both names", () => {
  const wrong = [...Map.groupBy(actionFiles, ({ file }) => file)].filter(([file, [one, other, ...more]]) => {
    if (!one || more.length > 0) return true
    if (!other) return basename(file) !== `${kebab(one.name)}.ts`
    const areOpposite = opposites.some(([verb, back]) => verb === verbOf(one.name) && back === verbOf(other.name))
    return !areOpposite || basename(file) !== `${pairName(one.name, other.name)}.ts`
  })
  assert.deepEqual(wrong, [])
})

test("no two opposite actions stand in two files", () => {
  const wrong = actionFiles.filter(({ file, name }) =>
    opposites.some(([verb, back]) => {
      const counterpart = name.replace(new RegExp(`^${verb}(?=[A-Z])`), back)
      return counterpart !== name && actionFiles.some((other) => other.name === counterpart && other.file !== file)
    }),
  )
  assert.deepEqual(wrong, [])
})
