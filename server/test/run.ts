/**
 * `npm test` runs the quick tests, in `*.test.ts`. `npm run test:all` (`--slow`) runs those that it leaves out, in
 * `*.slow.test.ts`: they need a browser, kill a process, need a large Debian package, or take more than two seconds. With
 * arguments both run the files whose paths contain one of them. Three processes work at a time. The import of the sources
 * takes longer than the tests of most files. So files share a process, unless they need their own.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { isAbsolute, join } from "node:path"
import { type EventData, run } from "node:test"
import { spec } from "node:test/reporters"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { makeFolder, needsOwnProcess } from "./support/databases/test-run.ts"
import { globalSetup, globalTeardown } from "./support/global-setup.ts"

const root = join(import.meta.dirname, "../..")

/** The most lines of test files that share a process. */
const mostLines = 2_500

const { values, positionals: wanted } = parseArgs({ options: { slow: { type: "boolean" } }, allowPositionals: true })
const isSlow = (file: string) => file.endsWith(".slow.test.ts")
const isWanted = (file: string) =>
  wanted.length === 0 ? isSlow(file) === (values.slow ?? false) : wanted.some((part) => file.includes(part))
const files = globSync(["server/{src,test}/**/*.test.ts", "web/src/**/*.test.ts"], { cwd: root })
  .filter(isWanted)
  .sort()
  .map((file) => ({ path: join(root, file), text: readFileSync(join(root, file), "utf8") }))
const { alone = [], shared = [] } = Object.groupBy(files, ({ text }) => (needsOwnProcess(text) ? "alone" : "shared"))

/** A signal ends the running files, and then the run with its databases, folders and browser. */
const stop = new AbortController()
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop.abort())

await globalSetup()
const stream = run({
  cwd: root,
  // Those of browsers take longest, and so come first.
  files: [...batches().reverse(), ...alone.map(({ path }) => path)],
  signal: stop.signal,
  concurrency: 3,
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
stream.on("test:fail", () => {
  process.exitCode = 1
})
const durations: { title: string; ms: number }[] = []
stream.on("test:complete", ({ name, details }) => {
  const isFile = isAbsolute(name)
  if (details.type === "test" && !isFile) durations.push({ title: name, ms: details.duration_ms })
})
stream.on("test:summary", ({ file, counts, duration_ms: ms }) => {
  if (file === undefined) process.once("exit", () => console.log(ending(counts, ms)))
})
stream.compose(spec).pipe(process.stdout)
stream.on("end", globalTeardown)

/** The slowest tests of the run, and a last line with its counts. */
function ending({ tests, passed, skipped }: EventData.TestSummary["counts"], ms: number): string {
  const slowest = durations.toSorted((one, other) => other.ms - one.ms).slice(0, 10)
  return [
    `\nThe slowest tests of ${(ms / 1000).toFixed(0)} seconds:`,
    ...slowest.map(({ title, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${title}`),
    `\n${values.slow ? "slow" : "quick"}: ${passed} passed, ${tests - passed - skipped} failed, ${skipped} skipped`,
  ].join("\n")
}

/** Writes a file for each process that files share, and returns the paths. It imports them. */
function batches(): string[] {
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
