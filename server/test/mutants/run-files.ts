/**
 * The program of a process that runs test files on changed sources, for `npm run mutants`. Its argument is the path of a
 * `Task`. It writes a `Report` to the same path, and ends at the first failure where only some tests are wanted.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire, registerHooks, syncBuiltinESMExports } from "node:module"
import type { TestContext } from "node:test"

export interface Task {
  readonly files: readonly string[]
  /** Their keys; all tests where this is missing. */
  readonly tests?: readonly string[]
  /** The text of each changed source, by its address. */
  readonly sources: Record<string, string>
}

export interface Report {
  readonly tests: TestRun[]
  /** The keys of the tests that reached a spot, by what was noted there. */
  readonly hits: Record<string, string[]>
}

interface TestRun {
  readonly key: string
  readonly ms: number
  readonly hasFailed: boolean
}

const [path = ""] = process.argv.slice(2)
const { files, tests, sources }: Task = JSON.parse(readFileSync(path, "utf8"))
const wanted = tests && new Set(tests)
const runs: TestRun[] = []
const hits = new Map<string, Set<string>>()
let file = ""
/** The test that runs, or nothing while files are imported. */
let running = ""

process.on("exit", () => {
  const report: Report = { tests: runs, hits: Object.fromEntries([...hits].map(([id, keys]) => [id, [...keys]])) }
  writeFileSync(path, JSON.stringify(report))
})

Object.assign(globalThis, {
  noteHit(id: string) {
    const keys = hits.get(id)
    if (keys) keys.add(running)
    else hits.set(id, new Set([running]))
  },
})

registerHooks({
  load(url, context, next) {
    const source = sources[url]
    return source === undefined ? next(url, context) : { format: "module-typescript", source, shortCircuit: true }
  },
})

const nodeTest: { test: object } = createRequire(import.meta.url)("node:test")
const { test } = nodeTest
type Run = (t: TestContext) => unknown
const all = Promise.withResolvers<void>()

/** Leaves unwanted tests out. The others wait for the import of all files, so that `running` is right. */
function testIfWanted(name: string, ...rest: unknown[]): unknown {
  const run = rest.pop() as Run
  const key = `${file}\n${name}`
  if (wanted && !wanted.has(key)) return
  const noted = async (t: TestContext) => {
    await all.promise
    running = key
    const began = performance.now()
    let hasFailed = true
    try {
      await run(t)
      hasFailed = false
    } finally {
      runs.push({ key, ms: performance.now() - began, hasFailed })
      if (hasFailed && wanted) process.exit(1)
    }
  }
  return (test as (...given: unknown[]) => unknown)(name, ...rest, noted)
}

nodeTest.test = Object.assign(testIfWanted, test)
syncBuiltinESMExports()
for (file of files) await import(file)
all.resolve()
