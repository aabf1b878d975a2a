import assert from "node:assert/strict"
import { once } from "node:events"
import { readdirSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { commandTable } from "#command/commands.ts"
import { fillEmptyDatabase } from "#start/demo/demo-data.ts"
import { objectIn, runInProcess } from "#test/support/command/run-in-process.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { listen } from "#test/support/http/listen.ts"
import { newPlace, openAt } from "#test/support/worlds/backup-world.ts"
import { httpWorld } from "#test/support/worlds/http-world.ts"

/** Words that a command accepts. */
const sample: Readonly<Record<string, readonly string[]>> = {
  backup: ["/nowhere/1"],
  "verify-backup": ["/nowhere/1"],
  restore: ["/nowhere/1"],
  "restore-drill": ["/nowhere/1"],
  upgrade: ["--backup", "/nowhere/1"],
  "user sign-in-link": ["ada@example.com"],
  completion: ["bash"],
  listen: ["--workspace", "studio", "--forward-to", "http://localhost:4000/hook"],
}

/** Runs a command with `--json`: standard output has one object or nothing, and the words are on standard error. */
async function asJson(line: readonly string[], environment: Record<string, string>, stop?: AbortSignal) {
  const printed = await runInProcess([...line, "--json"], environment, stop)
  assert.match(printed.out, /^\{.*\}\n$/)
  assert.equal(printed.out.split("\n").length, 2)
  assert.notEqual(printed.err, "")
  return { exit: printed.exit, data: objectIn(printed), err: printed.err }
}

test("a wrong command line exits with 64, a sentence, and nothing on standard output", async () => {
  const wrong = ["", "stop", "user", "help bakcup", "backup", "backup one two", "doctor now", "upgrade", "completion tcsh", "start --json", "backup one --keep 0", "backup one --pool a --pool b", "backup --bucket x", "user sign-in-link ada", "demo ftp://example.com"] // biome-ignore format: a list
  for (const line of wrong) {
    const { exit, out, err } = await runInProcess(line.split(" ").filter(Boolean))
    assert.deepEqual([exit, out], [64, ""], line)
    assert.match(err, /^[^\n]+ `atelier help` shows what there is\.\n$/, line)
  }
})

test("each command that reads settings exits with 78 when they are wrong", async () => {
  for (const name of Object.keys(commandTable)) {
    if (["start", "demo", "doctor", "completion"].includes(name)) continue
    const { exit, data } = await asJson([...name.split(" "), ...(sample[name] ?? [])], { SVC_POTR: "1" })
    assert.equal(exit, 78, name)
    assert.match(String(data.error), /SVC_POTR is not a setting\. Did you mean SVC_PORT\?/)
  }
})

test("commands on a database exit with 0, 1 or 2, and print their object", async (t) => {
  const place = await newPlace(t, "sqlite")
  const folder = temporaryFolder(t)
  const ends = async (line: string, exit: number, environment = place) => {
    const ended = await asJson(line.replaceAll("/b/", `${folder}/`).split(" "), environment)
    assert.equal(ended.exit, exit, `${line}: ${ended.err}`)
    return ended.data
  }
  assert.match(String((await ends("migrate status", 1)).error), /There is no database at /)
  assert.match(String((await ends("user sign-in-link ada@example.com", 1)).error), /There is no database at /)
  assert.match(String((await ends("backup /b/0", 1)).error), /There is no database at /)
  const { ran } = await ends("migrate", 0)
  assert.deepEqual(await ends("migrate status", 0), { done: ran, missing: [] })
  assert.deepEqual(await ends("upgrade --backup /b/0", 0), { ran: [], backup: null })
  assert.match(String((await ends("user sign-in-link ada@example.com", 1)).error), /No account has this address/)

  await fillEmptyDatabase(await openAt(t, place))
  assert.deepEqual((await ends("backup /b/1", 0)).missing, [])
  assert.equal((await ends("verify-backup /b/1", 0)).folder, `${folder}/1`)
  assert.match(String((await ends("backup /b/1", 1)).error), /is not empty/)
  assert.match(String((await ends("restore /b/1", 1)).error), /The database is not empty/)
  assert.match(String((await ends("verify-backup /b/none", 1)).error), /There is no folder/)
  await ends("restore-drill /b/1", 0)
  assert.deepEqual((await ends("restore /b/1", 0, await newPlace(t, "sqlite"))).missing, [])
  const [blob = ""] = readdirSync(join(String(place.SVC_DATA_DIR), "blobs"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  rmSync(blob)
  assert.equal(((await ends("backup /b/2", 2)).missing as string[]).length, 1)
})

test("openapi prints the served document, completion prints a script, and both exit with 0", async (t) => {
  const { app, get } = await httpWorld(t)
  const served = (await get("/openapi.json")).body
  const { exit, data } = await asJson(["openapi"], { SVC_BASE_URL: app.addresses.base })
  assert.deepEqual([exit, data], [0, served])
  const plain = await runInProcess(["openapi"], { SVC_BASE_URL: app.addresses.base })
  assert.deepEqual(JSON.parse(plain.out), served)
  assert.deepEqual((await asJson(["completion", "fish"], {})).data.shell, "fish")
})

test("demo exits with 130 when Ctrl-C ends it, and with 1 when nothing answers", async (t) => {
  const { url, asked } = await hangingServer(t)
  const stop = new AbortController()
  const running = asJson(["demo", url], {}, stop.signal)
  await asked
  stop.abort()
  assert.deepEqual([(await running).exit, (await running).data], [130, { error: "Stopped." }])
  assert.equal((await asJson(["demo", "http://127.0.0.1:1"], {})).exit, 1)
})

async function hangingServer(t: TestContext) {
  const server = createServer()
  const asked = once(server, "request")
  return { url: `http://127.0.0.1:${await listen(t, server)}`, asked }
}
