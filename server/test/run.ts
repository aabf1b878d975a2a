/**
 * `npm test` runs the quick tests, in `*.test.ts`. `npm run test:all` (`--slow`) runs those that it leaves out: the ones
 * in `*.slow.test.ts`, which need a browser, kill a process, need a large Debian package, or take more than two seconds,
 * and the PostgreSQL twin of each quick test `onBothDatabases`, which takes three times as long as on SQLite: once with
 * Turkish letters and once with those of C, since text is compared by the program's rules alone. With arguments both run the files whose paths contain one of them, on both databases. Three processes work at a time. The
 * import of the sources takes longer than the tests of most files. So files share a process, unless they need their own.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { isAbsolute, join, relative } from "node:path"
import { pipeline } from "node:stream/promises"
import { run } from "node:test"
import { spec } from "node:test/reporters"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { makeFolder, needsOwnProcess } from "./support/databases/test-run.ts"
import { globalSetup, globalTeardown, shareTemplate } from "./support/global-setup.ts"

const root = join(import.meta.dirname, "../..")

const { values, positionals: wanted } = parseArgs({ options: { slow: { type: "boolean" } }, allowPositionals: true })

/** The most lines of test files that share a process. Slow tests take longer by the line, and would end one by one. */
const mostLines = values.slow ? 2_500 : 5_000

interface TestFile {
  readonly path: string
  readonly text: string
}

interface Part {
  readonly files: readonly TestFile[]
  /** Of a test on both databases, only that on this one runs. */
  readonly databases?: "sqlite" | "postgres"
  /** Only tests with such a title run. */
  readonly titles?: RegExp
  /** The locale of PostgreSQL's databases. */
  readonly letters?: string
}

/** A signal ends the running files, and then the run with its databases, folders and browser. */
const stop = new AbortController()
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop.abort())

const began = performance.now()
const count = { passed: 0, failed: 0, skipped: 0 }
const durations: { title: string; ms: number }[] = []
const failures: string[] = []
await globalSetup()
for (const part of parts()) if (!stop.signal.aborted) await runTests(part)
console.log(ending())
await globalTeardown()

function parts(): Part[] {
  const all = globSync(["server/{src,test}/**/*.test.ts", "web/src/**/*.test.ts"], { cwd: root })
    .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
    .sort()
    .map((file) => ({ path: join(root, file), text: readFileSync(join(root, file), "utf8") }))
  if (wanted.length > 0) return [{ files: all }]
  const { slow = [], quick = [] } = Object.groupBy(all, ({ path }) =>
    path.endsWith(".slow.test.ts") ? "slow" : "quick",
  )
  if (!values.slow) return [{ files: quick, databases: "sqlite" }]
  const ofBoth = quick.filter(({ text }) => text.includes("onBothDatabases("))
  const twins = { files: ofBoth, databases: "postgres", titles: /\(postgres\)$/ } as const
  return [{ files: slow }, { ...twins, letters: "tr-TR" }, { ...twins, letters: "C" }]
}

async function runTests({ files, databases, titles, letters }: Part): Promise<void> {
  if (letters !== undefined && process.env.TEST_POSTGRES_TEMPLATE !== undefined) {
    process.env.TEST_POSTGRES_LETTERS = letters
    await shareTemplate()
  }
  const { alone = [], shared = [] } = Object.groupBy(files, ({ text }) => (needsOwnProcess(text) ? "alone" : "shared"))
  const stream = run({
    cwd: root,
    // Those of browsers take longest, and so come first.
    files: [...batches(shared).reverse(), ...alone.map(({ path }) => path)],
    signal: stop.signal,
    concurrency: 3,
    ...(databases && { env: { ...process.env, TEST_DATABASES: databases } }),
    ...(titles && { testNamePatterns: titles }),
    // As an option of Node.js, this is the limit of each test; `timeout` would be that of a process.
    execArgv: [
      "--test-timeout=300000",
      // With as many processes as processors, threads that collect garbage only take time from each other.
      ...["--single-threaded-gc", "--min-semi-space-size=64", "--max-semi-space-size=64"],
      ...["quick-imports.js", "test/support/quick-runner.js"].flatMap((name) => [
        "--import",
        pathToFileURL(join(root, "server", name)).href,
      ]),
    ],
  })
  stream.on("test:complete", ({ name, details }) => {
    const isFile = isAbsolute(name)
    if (details.type === "test" && !isFile) durations.push({ title: name, ms: details.duration_ms })
  })
  stream.on("test:summary", ({ file, counts: { tests, passed, skipped } }) => {
    if (file !== undefined) return
    count.passed += passed
    count.skipped += skipped
    count.failed += tests - passed - skipped
  })
  stream.on("test:fail", ({ name, file = "", line, details: { error } }) => {
    process.exitCode = 1
    const cause = error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : error.message
    failures.push(`${name} (${relative(root, file)}:${line}): ${cause.split("\n").slice(0, 12).join("\n  ")}`)
  })
  await pipeline(stream.compose(spec), process.stdout, { end: false })
}

/** The slowest tests of the run, what failed in all its parts, and a last line with its counts. */
function ending(): string {
  const slowest = durations.toSorted((one, other) => other.ms - one.ms).slice(0, 10)
  return [
    `\nThe slowest tests of ${((performance.now() - began) / 1000).toFixed(0)} seconds:`,
    ...slowest.map(({ title, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${title}`),
    ...failures.map((failure) => `\nFailed: ${failure}`),
    `\n${values.slow ? "slow" : "quick"}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`,
  ].join("\n")
}

/** Writes a file for each process that files share, and returns the paths. It imports them. */
function batches(shared: readonly TestFile[]): string[] {
  const batches: { lines: number; paths: string[] }[] = []
  for (const { path, text } of shared) {
    const lines = text.split("\n").length
    const last = batches.at(-1)
    if (last !== undefined && last.lines + lines <= mostLines) {
      last.paths.push(path)
      last.lines += lines
    } else batches.push({ lines, paths: [path] })
  }
  const folder = makeFolder()
  return batches.map(({ paths }, at) => {
    const file = join(folder, `batch-${at}.test.mjs`)
    writeFileSync(file, paths.map((path) => `import ${JSON.stringify(pathToFileURL(path).href)}\n`).join(""))
    return file
  })
}
