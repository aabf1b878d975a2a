import assert from "node:assert/strict"
import { fork, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { test } from "node:test"
import { Worker } from "node:worker_threads"
import * as Y from "yjs"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { filesIn, installedPackage } from "#test/support/command/installed-package.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { asChild } from "#test/support/databases/test-run.ts"
import { addLine } from "#test/support/docs/shared-lines.ts"
import { calendarText, event } from "#test/support/formats/calendar-text.ts"
import { listen } from "#test/support/http/listen.ts"
import { startServer } from "#test/support/processes/server-process.ts"
import { tryService, withoutLimits } from "#test/support/processes/try-service.ts"

test("the package", async (t) => {
  const folder = installedPackage(t)
  const program = join(folder, "server/atelier.cjs")
  const dist = join(folder, "server/dist")

  await t.test("starts in an empty folder, serves the first sale, and writes nothing into itself", async (t) => {
    const home = temporaryFolder(t)
    const environment = { ...withoutLimits, HOME: home, XDG_CACHE_HOME: "" }
    const service = await startServer(t, environment, [process.execPath, program, "start"])
    const card = await fetch(`${service.url}/api/og?title=Sold&description=For%20the%20first%20time`)
    assert.equal(card.headers.get("content-type"), "image/png")
    assert.ok((await card.arrayBuffer()).byteLength > 10_000)
    await tryService(service, new Map())
    assert.ok(readdirSync(join(home, ".cache/atelier")).length > 0, "compiled code is in the user's cache")
  })

  await t.test("ends with one sentence and code 78 below Node.js 24", (t) => {
    const older = join(temporaryFolder(t), "older.cjs")
    writeFileSync(
      older,
      `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.9.0" } })
      Object.defineProperty(process, "version", { value: "v20.9.0" })`,
    )
    const ended = spawnSync(process.execPath, ["--require", older, program, "start"], { encoding: "utf8" })
    assert.deepEqual([ended.status, ended.stdout], [78, ""])
    assert.equal(ended.stderr, "Atelier needs Node.js 24 or newer; this is v20.9.0.\n")
  })

  await t.test("ends with 78 for wrong settings, 64 for no command, and 130 after Ctrl-C", async (t) => {
    const run = (args: string[], environment = {}) =>
      spawnSync(process.execPath, [program, ...args], { encoding: "utf8", env: { ...asChild.env, ...environment } })
    assert.equal(run(["start"], { SVC_POTR: "1" }).status, 78)
    const { status, stdout, stderr } = run([])
    assert.deepEqual([status, stdout], [64, ""])
    assert.match(stderr, /^Name a command\./)
    const hanging = createServer()
    const asked = once(hanging, "request")
    const url = `http://127.0.0.1:${await listen(t, hanging)}`
    const demo = spawn(process.execPath, [program, "demo", url], { stdio: "ignore" })
    await asked
    demo.kill("SIGINT")
    assert.deepEqual(await once(demo, "exit"), [130, null])
  })

  await t.test("has no TypeScript, no test, and no program that is missing", () => {
    assert.deepEqual(filesIn(folder, "**/*.{ts,tsx}"), [])
    const texts = filesIn(dist, "*.js").map((file) => readFileSync(join(dist, file), "utf8"))
    const named = texts.flatMap((text) =>
      [...text.matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)].map(([, path = ""]) => path),
    )
    const programs = named.filter((path) => /-(process|thread)\.\w+$/.test(path)).sort()
    assert.deepEqual(programs, ["digest-thread.js", "painter-process.js", "reader-thread.js", "remaker-process.js", "trial-thread.js"].map((name) => `./${name}`)) // biome-ignore format: a list
    for (const path of programs) assert.ok(filesIn(dist, path.slice(2)).length > 0, path)
  })

  await t.test("re-encodes covers, reads calendars, and checks and digests docs", async (t) => {
    const bytes = readFileSync(join(import.meta.dirname, "../../../docs/images/pay.png"))
    const remaker = fork(join(dist, "remaker-process.js"), { serialization: "advanced", execArgv: [] })
    t.after(() => remaker.kill())
    remaker.send({ bytes, wish: { longestSide: 320, format: "webp" } })
    const [{ picture }] = await once(remaker, "message")
    assert.deepEqual([picture.contentType, picture.width], ["image/webp", 320])

    const file = calendarText(...event("DTSTART:20261120T090000Z", "DURATION:PT1H", "SUMMARY:Review"))
    const window = { from: Date.UTC(2026, 10, 19), to: Date.UTC(2026, 10, 21), timeZone: "Europe/Berlin" }
    const reader = new Worker(join(dist, "reader-thread.js"), { workerData: { file: Buffer.from(file), window } })
    const [{ calendar }] = await once(reader, "message")
    assert.deepEqual(valuesOf(calendar.busy, "title"), ["Review"])

    const doc = new Y.Doc()
    addLine(doc, "Hello")
    const update = Y.encodeStateAsUpdate(doc)
    const state = Y.encodeStateAsUpdate(new Y.Doc())
    const limits = { mostSteps: 1_000_000, mostCpuMs: 10_000 }
    const trial = new Worker(join(dist, "trial-thread.js"), { workerData: { state, update, ...limits } })
    assert.ok((await once(trial, "message"))[0].steps > 0)

    const digest = new Worker(join(dist, "digest-thread.js"))
    t.after(() => digest.terminate())
    digest.postMessage({ state: { seq: 1, bytes: update }, updates: [] })
    assert.match((await once(digest, "message"))[0].derived.text, /Hello/)
  })
})
