import assert from "node:assert/strict"
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { globSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { test } from "node:test"
import { pathToFileURL } from "node:url"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"

const root = join(import.meta.dirname, "../../..")
const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" }).trim()

/** The release to try: the newest tag, or what `FORMER_RELEASE` names, such as a commit. */
function formerRelease(): string | undefined {
  if (process.env.FORMER_RELEASE) return git("rev-parse", process.env.FORMER_RELEASE)
  try {
    return git("describe", "--tags", "--abbrev=0")
  } catch {
    return undefined
  }
}

/** Tests of rules and of ways in, in one process. Those of the schema itself are of one release. */
const folders = [
  "src/domains",
  "src/engines/jobs",
  "test/http",
  "test/mcp",

  "test/console",
  "test/redirects",
]

test("the former release's tests pass on this version's schema", async (t) => {
  const release = formerRelease()
  if (release === undefined) return t.skip("There is no release yet. Name a commit: FORMER_RELEASE=<commit>")
  const folder = temporaryFolder(t)
  execFileSync("sh", ["-c", `git -C "${root}" archive ${release} | tar -x -C "${folder}"`])
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  let passed = 0
  for (const part of folders) {
    const { code, output } = await runTests(folder, part)
    assert.equal(code, 0, `${part}: ${output.slice(-20_000)}`)
    passed += Number(/^ℹ pass (\d+)$/m.exec(output)?.[1])
  }
  assert.ok(passed > 100, `${passed} tests`)
  t.diagnostic(`${passed} tests of ${release}`)
})

/** Runs the tests of a folder in one process. The databases that they copy have this version's schema. */
async function runTests(folder: string, part: string): Promise<{ code: number; output: string }> {
  const server = join(folder, "server")
  const files = globSync(`${part}/**/*.test.ts`, { cwd: server }).sort()
  const batches = join(folder, "batches")
  mkdirSync(batches, { recursive: true })
  const batch = join(batches, `${part.replaceAll("/", "-")}.test.mjs`)
  writeFileSync(
    batch,
    files.map((file) => `import ${JSON.stringify(pathToFileURL(join(server, file)).href)}\n`).join(""),
  )
  const options = ["--import", "./server/quick-imports.js", "--test", "--test-reporter=spec", batch]
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const running = spawn(process.execPath, options, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] })
  const [output, [code]] = await Promise.all([text(running.stdout), once(running, "close")])
  return { code: Number(code), output }
}
