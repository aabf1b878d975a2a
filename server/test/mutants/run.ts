/**
 * `npm run mutants -- --seed 7 --places 200 --in handover` changes one place at a time, runs the quick tests that import
 * the file, and prints each change that they do not notice. The files on the disk stay as they are.
 */
import { spawn } from "node:child_process"
import { hash } from "node:crypto"
import { once } from "node:events"
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Readable } from "node:stream"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { repository } from "../rules/count-sources.ts"
import { needsOwnProcess } from "../support/databases/test-run.ts"
import { globalSetup, globalTeardown } from "../support/global-setup.ts"
import { type Change, changesOf } from "./places.ts"

/** The rules of money, delivery, gift codes, scopes, tenants, sharing and typed text. */
const rules = [
  "access/**/*.ts",
  "domains/{handover,connections,docs/sharing,drive/shares,drive/upload-links,links/slugs,workspaces/members}/**/*.ts",
  "domains/drive/{link-token,open-share-store,signed-address}.ts",
  "domains/links/{link-input,link-slug,namespace,read-destination}.ts",
  "domains/**/*-store.ts",
  "kernel/{clean-text,email-address,has-ended,id-input,ids,letter,line-input,name-input,search-text,secret}.ts",
  "storage/{own-row,in-order,directory,delete-rows,latest-first}.ts",
].map((rule) => `server/src/${rule}`)

/** A change counts as unnoticed after that. A process of twice the time has an endless loop, and fails. Two run at once. */
const [mostFiles, mostMs, lanes] = [120, 90_000, { concurrency: 2 }]
const option = (value: string) => ({ type: "string", default: value }) as const
const { values } = parseArgs({ options: { seed: option("1"), places: option("200"), in: option("") } })
const find = (patterns: string | string[]) => [...new Set(globSync(patterns, { cwd: repository }))].sort()
const textOf = (file: string) => readFileSync(join(repository, file), "utf8")
const fileOf = (path: string, from: string) =>
  path.startsWith("#") ? `server/${path.slice(1).replace(/^(?!test\/)/, "src/")}` : join(dirname(from), path)
await globalSetup()
const all = find("server/{src,test}/**/*.ts")
/** Without the hyphens and capitals by which an action's name differs from that in an address. */
const words = new Map(all.map((file) => [file, new Set(textOf(file).replaceAll("-", "").toLowerCase().match(/\w+/g))]))
const exported = /(?<=^export .*(?:function|const) )\w{5,}/gm
const exportsOf = (file: string) => (textOf(file).match(exported) ?? []).map((name) => name.toLowerCase())
const tests = all.filter((file) => /(?<!\.slow)\.test\.ts$/.test(file) && !needsOwnProcess(textOf(file)))
const imports: string[][] = all.flatMap((from) =>
  Array.from(textOf(from).matchAll(/(?:from|import) "([#.][^"]+)"/g), ([, path = ""]) => [fileOf(path, from), from]),
)
const importers = Map.groupBy(imports, ([file]) => file)
const parts = Array.from({ length: 40 }, (_, part) => tests.filter((_, at) => at % 40 === part))
await Readable.from(parts).forEach(async (part) => {
  if (await fails(part)) throw new Error(`A test fails without a change, in one of:\n${part.join("\n")}`)
}, lanes)
let noticed = 0
const changes = choose()
await Readable.from(changes).forEach(async ({ file, start, end, text }) => {
  const [before, place, after] = [textOf(file).slice(0, start), textOf(file).slice(start, end), textOf(file).slice(end)]
  if (await fails(testsOf(file).slice(0, mostFiles), file, before + text + after)) noticed += 1
  else console.log(`${file}:${before.split("\n").length}  ${place.replaceAll(/\s+/g, " ")} → ${text || "nothing"}`)
}, lanes)
const [percent, minutes] = [(100 * noticed) / changes.length, performance.now() / 60_000].map(Math.round)
console.log(`Seed ${values.seed}: ${noticed} of ${changes.length} noticed, ${percent} %, in ${minutes} minutes.`)
await globalTeardown()

/** Chooses places by the seed, and one change of each. The same seed gives the same. */
function choose(): (Change & { file: string })[] {
  const sources = find(rules).filter((file) => !file.endsWith(".test.ts") && file.includes(values.in))
  const shuffled = sources
    .flatMap((file) => changesOf(textOf(file)).map((change) => ({ file, ...change })))
    .map((change) => ({ change, at: hash("md5", values.seed + Object.values(change).join()) }))
    .sort((one, other) => (one.at < other.at ? -1 : 1))
  const byPlace = shuffled.map(({ change }) => [`${change.file}:${change.start}:${change.end}`, change] as const)
  return [...new Map(byPlace).values()].slice(0, Number(values.places))
}

/** The tests that import a file: those that name what it exports, those beside it, those that name what its users do. */
function testsOf(file: string): string[] {
  const reached = new Set([file])
  for (const one of reached) for (const [, from = ""] of importers.get(one) ?? []) reached.add(from)
  const found = [...reached].filter((one) => tests.includes(one))
  const naming = (files: string[], names: string[]) =>
    files.filter((one) => names.some((name) => words.get(one)?.has(name)))
  const [own, near] = [exportsOf(file), found.filter((one) => dirname(one) === dirname(file))]
  return [...new Set([...naming(found, own), ...near, ...naming(found, naming(all, own).flatMap(exportsOf)), ...found])]
}

/** Whether a test of some files fails; if a source is named, with another text of it. */
async function fails(files: readonly string[], source = "", text = ""): Promise<boolean> {
  const given = [String(mostMs), pathToFileURL(join(repository, source)).href, text, ...files]
  const options = { cwd: repository, stdio: "ignore", timeout: 2 * mostMs, killSignal: "SIGKILL" } as const
  const child = spawn(process.execPath, [...process.execArgv, "server/test/mutants/run-changed.ts", ...given], options)
  return (await once(child, "exit"))[0] !== 0
}
