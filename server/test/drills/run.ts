/**
 * `npm run drill`: runs what `npm test` leaves out because it needs minutes or large Debian packages, one file at a time,
 * or those whose names contain one of the arguments. A drill whose package is missing is skipped with a line that says so.
 */
import { globSync } from "node:fs"
import { join } from "node:path"
import { run } from "node:test"
import { spec } from "node:test/reporters"
import { globalSetup, globalTeardown } from "../support/global-setup.ts"

const wanted = process.argv.slice(2)
const files = globSync("*.drill.ts", { cwd: import.meta.dirname })
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .map((file) => join(import.meta.dirname, file))

await globalSetup()
const stream = run({ files, concurrency: false, execArgv: ["--test-timeout=1800000"] })
stream.on("test:fail", () => {
  process.exitCode = 1
})
stream.compose(spec).pipe(process.stdout)
stream.on("end", globalTeardown)
