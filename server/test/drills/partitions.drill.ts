import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Statement } from "#test/support/databases/note-statements.ts"
import { listWidelyPlanned, splitByWorkspace } from "#test/support/databases/split-by-workspace.ts"
import {
  migratedDatabaseUrl,
  onPostgres,
  openDatabase,
  temporaryFolder,
} from "#test/support/databases/test-databases.ts"
import { asChild } from "#test/support/databases/test-run.ts"

const server = join(import.meta.dirname, "../..")
/** Each line: how many statements read several partitions, their verb, and the tables. Its numbers may only fall. */
const table = join(import.meta.dirname, "wide-statements.txt")

onPostgres("of the statements that tests of the domains send, few read several of eight partitions", async (t) => {
  const statements = await collect(join(temporaryFolder(t), "statements"))
  assert.ok(statements.length > 300, `${statements.length} statements`)
  const database = openDatabase(t, await migratedDatabaseUrl(t, "postgres"))
  const found = await database.migration(async (db) => {
    await splitByWorkspace(db, 8)
    const counts: Record<string, number> = {}
    for (const statement of statements) {
      const tables = await listWidelyPlanned(db, statement)
      const name = `${/\w+/.exec(statement.sql)?.[0]}: ${tables.join(", ")}`
      if (tables.length > 0) counts[name] = (counts[name] ?? 0) + 1
    }
    return counts
  })
  const sum = Object.values(found).reduce((all, one) => all + one, 0)
  t.diagnostic(`${sum} of ${statements.length} statements read several partitions`)
  if (process.env.WRITE_WIDE === "1") writeFileSync(table, toText(found))
  const known = fromText(readFileSync(table, "utf8"))
  const more = Object.entries(found).filter(([name, count]) => count > (known[name] ?? 0))
  assert.deepEqual(more, [], "Name the workspace in these, or say why not and raise the number.")
  const fewer = Object.entries(known).filter(([name, count]) => count > (found[name] ?? 0))
  if (fewer.length > 0) t.diagnostic(`WRITE_WIDE=1 lowers ${fewer.length} lines of ${table}`)
})

/** The statements that tests of five domains and of the jobs send to PostgreSQL, each text once. */
async function collect(file: string): Promise<Statement[]> {
  const { env, execArgv } = asChild
  const hook = join(server, "test/support/databases/note-all-statements.ts")
  const files = globSync("src/{domains/{handover,links,drive,workspaces,accounts},engines/jobs}/**/*.test.ts", {
    cwd: server,
  }).sort()
  const child = spawn(
    process.execPath,
    [...execArgv, "--import", hook, "--test", "--test-isolation=none", "--test-timeout=120000", ...files],
    { cwd: server, env: { ...env, CI: "true", TEST_STATEMENTS: file }, stdio: "ignore" },
  )
  await once(child, "exit") // tests of SQLite alone may fail there
  const statements = readFileSync(file, "utf8").trim().split("\n").map((line): Statement => JSON.parse(line)) // biome-ignore format: one thought
  const byText = new Map(statements.map((statement) => [withoutLists(statement.sql), statement]))
  return [...byText.values()].filter(({ sql }) => /^(select|with|insert|update|delete)\b/i.test(sql))
}

/** Lists differ in length between runs. */
const withoutLists = (sql: string) => sql.replaceAll(/\$\d+(, \$\d+)*/g, "$")

const toText = (counts: Record<string, number>) =>
  Object.entries(counts)
    .sort()
    .map(([name, count]) => `${count} ${name}\n`)
    .join("")

const fromText = (text: string) =>
  Object.fromEntries(
    text
      .trim()
      .split("\n")
      .map((line) => [line.replace(/^\d+ /, ""), Number.parseInt(line, 10)]),
  )
