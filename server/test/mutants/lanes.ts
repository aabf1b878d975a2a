/** Runs tests on changed sources, in two processes at a time. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { repository } from "../rules/count-sources.ts"
import { imports } from "../rules/source-graph.ts"
import { makeFolder, needsOwnProcess } from "../support/databases/test-run.ts"
import { type Place, readSource, type Spot, withChange } from "./places.ts"
import type { Report, Task } from "./run-files.ts"

const lanes = 2
const filesOfProcess = 12
/** A change counts as unnoticed after tests of this time. */
const mostMs = 60_000
/** A process that takes this long, and three times the time of its tests, has an endless loop: a test that fails. */
const endlessMs = 60_000

interface Test {
  /** The address of its file, a line break, and its name. */
  readonly key: string
  readonly ms: number
}

/** A call of `noteHit`, with an id, that is written into a file. */
interface Note {
  readonly spot: Spot
  readonly id: string
}

/** All tests by their keys, and the keys of those that got to a place, into a file, or into one that imports it. */
interface Reach {
  readonly tests: Map<string, Test>
  readonly hits: Map<string, Set<string>>
}

interface Result {
  readonly hasFailed: boolean
  readonly report: Report
}

const idOf = (file: string, { start }: Spot) => `${file}:${start}`
const addressOf = (file: string) => pathToFileURL(join(repository, file)).href
const fileOf = ({ key }: Pick<Test, "key">) => key.slice(0, key.indexOf("\n"))

export async function inLanes<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  const lane = async () => {
    for (const [at, item] of queue) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}

/** Runs all quick tests, and records which of them get to the places. */
export async function recordReach(places: readonly Place[]): Promise<Reach> {
  const files = globSync("server/{src,test}/**/*.test.ts", { cwd: repository, exclude: ["**/*.slow.test.ts"] })
    .filter((file) => !needsOwnProcess(readFileSync(join(repository, file), "utf8")))
    .sort()
  const parts = Map.groupBy(files.entries(), ([at]) => Math.floor(at / filesOfProcess)).values()
  const sources = sourcesWithNotes(places)
  const reach: Reach = { tests: new Map(), hits: new Map() }
  await inLanes([...parts], async (part) => {
    const task = { files: part.map(([, file]) => addressOf(file)), sources }
    addReport(reach, await runFiles(task, 10 * endlessMs))
  })
  return reach
}

function addReport({ tests, hits }: Reach, { hasFailed, report }: Result): void {
  const failed = report.tests.filter((test) => test.hasFailed)
  for (const { key } of failed) console.log("Left out, since it fails without a change:", key.split("\n")[1])
  if (hasFailed && failed.length === 0) throw new Error("Test files fail without a change.")
  for (const test of report.tests) if (!test.hasFailed) tests.set(test.key, test)
  for (const [id, keys] of Object.entries(report.hits)) hits.set(id, (hits.get(id) ?? new Set()).union(new Set(keys)))
}

/** The text of each file that a note is written into, by its address. */
function sourcesWithNotes(places: readonly Place[]): Task["sources"] {
  const notes = new Map<string, Note[]>()
  const note = (file: string, some: readonly Note[]) => notes.set(file, [...(notes.get(file) ?? []), ...some])
  const all = imports().filter(({ isType }) => !isType)
  for (const [file, here] of Map.groupBy(places, ({ file }) => file)) {
    const spots = new Map(here.flatMap(({ spot }) => (spot ? [[spot.start, spot]] : [])))
    note(
      file,
      [...spots.values()].map((spot) => ({ spot, id: idOf(file, spot) })),
    )
    const readers = all.filter(({ target }) => `server/src/${target}` === file).map(({ from }) => `server/src/${from}`)
    const hasFunctions = readSource(file).functions.length > 0
    for (const reader of hasFunctions ? [file] : readers)
      note(
        reader,
        readSource(reader).functions.map((spot) => ({ spot, id: file })),
      )
  }
  return Object.fromEntries([...notes].map(([file, some]) => [addressOf(file), withNotes(file, some)]))
}

/** The text of a file, with a call of `noteHit` at each spot. */
function withNotes(file: string, notes: readonly Note[]): string {
  const parts = notes.flatMap(({ spot: { start, end }, id }) => {
    const call = `noteHit(${JSON.stringify(id)})`
    if (end === undefined) return [{ start, end: start, text: `${call};` }]
    return [
      { start, end: start, text: `(${call}, ` },
      { start: end, end, text: ")" },
    ]
  })
  return parts.sort((one, other) => other.start - one.start).reduce(withChange, readSource(file).text)
}

/**
 * The tests that get to a place, those of its own folder and the quickest first. A place that an import evaluates counts
 * as reached by the rules that are tests, and by all tests of the files that get into a function of its file; of its
 * importers, if it has none.
 */
export function testsOf({ file, spot }: Place, { tests, hits }: Reach): Test[] {
  const keys = spot && hits.get(idOf(file, spot))
  if (spot && !keys) return []
  const files = new Set([...(hits.get(file) ?? [])].map((key) => fileOf({ key })))
  const isInTest = keys && !keys.has("")
  const isReading = (test: string) => files.has(test) || test.startsWith(addressOf("server/test/rules/"))
  const found = [...tests.values()].filter((test) => (isInTest ? keys.has(test.key) : isReading(fileOf(test))))
  const isBeside = (test: Test) => dirname(fileOf(test)) === dirname(addressOf(file))
  return found.sort((one, other) => Number(isBeside(other)) - Number(isBeside(one)) || one.ms - other.ms)
}

/** Runs tests on a changed source, at first those of a second, until one fails. */
export async function isNoticed(place: Place, tests: readonly Test[]): Promise<boolean> {
  const sources = { [addressOf(place.file)]: withChange(readSource(place.file).text, place) }
  for (const part of partsOf(tests)) {
    const task = { sources, files: [...new Set(part.map(fileOf))], tests: part.map(({ key }) => key) }
    const { hasFailed } = await runFiles(task, Math.ceil(3 * durationOf(part)) + endlessMs)
    if (hasFailed) return true
  }
  return false
}

const durationOf = (tests: readonly Test[]) => tests.reduce((sum, { ms }) => sum + ms, 0)

/** Parts of one second, four seconds, sixteen and the rest. */
function* partsOf(tests: readonly Test[]): Generator<Test[]> {
  let partMs = 1_000
  let leftMs = mostMs
  let part: Test[] = []
  for (const test of tests) {
    part.push(test)
    if (durationOf(part) < Math.min(partMs, leftMs)) continue
    yield part
    leftMs -= durationOf(part)
    if (leftMs <= 0) return
    partMs *= 4
    part = []
  }
  if (part.length > 0) yield part
}

const program = [
  ...["quick-imports.js", "test/support/quick-runner.js"].flatMap((name) => ["--import", addressOf(`server/${name}`)]),
  join(import.meta.dirname, "run-files.ts"),
]

async function runFiles(task: Task, timeout: number): Promise<Result> {
  const path = join(makeFolder(), "task.json")
  writeFileSync(path, JSON.stringify(task))
  const child = spawn(process.execPath, [...program, path], { stdio: "ignore", timeout, killSignal: "SIGKILL" })
  const [code, signal] = await once(child, "exit")
  if (signal === "SIGTERM") return runFiles(task, timeout) // another program has ended it
  const report = code === null ? { tests: [], hits: {} } : JSON.parse(readFileSync(path, "utf8"))
  return { hasFailed: code !== 0, report }
}
