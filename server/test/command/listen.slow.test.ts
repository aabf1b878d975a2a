import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { createHmac } from "node:crypto"
import { once } from "node:events"
import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { join } from "node:path"
import type { TestContext } from "node:test"
import { listEndpoints, openListener, switchOnEndpoint } from "#domains/webhooks/index.ts"
import { tools } from "#surfaces/mcp/tools.ts"
import { endpoints } from "#surfaces/rest/endpoints.ts"
import { until } from "#test/support/basics/until.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { runInProcess } from "#test/support/command/run-in-process.ts"
import {
  type DatabaseKind,
  migratedDatabaseUrl,
  onBothDatabases,
  onSqlite,
} from "#test/support/databases/test-databases.ts"
import { asChild } from "#test/support/databases/test-run.ts"
import { type ReceivedHook, status } from "#test/support/stand-ins/hook-receiver.ts"
import { type HooksWorld, hooksWorld } from "#test/support/worlds/hooks-world.ts"
import { worldSecret } from "#test/support/worlds/world.ts"

const program = join(import.meta.dirname, "../../atelier.cjs")

/** A world with a receiver, and the settings of a command on its database. */
async function listening(t: TestContext, kind: DatabaseKind) {
  const databaseUrl = await migratedDatabaseUrl(t, kind)
  const here = await hooksWorld(t, kind, { databaseUrl })
  const environment = { SVC_DATABASE_URL: databaseUrl, SVC_SECRET_KEY: worldSecret, SVC_LOG_LEVEL: "error" }
  const words = ["listen", "--workspace", "studio", "--forward-to", here.receiver.url]
  return { here, environment, words }
}

/** Starts the command as a process, and waits until it listens. */
async function startListening(t: TestContext, words: readonly string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...asChild.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  })
  t.after(() => child.kill("SIGKILL"))
  let said = ""
  child.stdout.on("data", (text) => {
    said += text
  })
  await until(async () => /The secret of its signatures is whsec_\S+/.test(said))
  return { child, secret: String(/whsec_\S+/.exec(said)?.[0]), said: () => said }
}

const subjectsOf = ({ receiver }: HooksWorld) => valuesOf(receiver.hooks, "subject")

function hasSignature({ headers, body }: ReceivedHook, secret: string): boolean {
  const key = Buffer.from(secret.slice("whsec_".length), "base64")
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
  const mac = createHmac("sha256", key).update(signed).digest("base64")
  return String(headers["webhook-signature"]).split(" ").includes(`v1,${mac}`)
}

onBothDatabases(
  "listen loses no event when it is killed, and continues at its mark with the same secret",
  async (t, kind) => {
    const { here, environment, words } = await listening(t, kind)
    const { receiver } = here
    await here.happen("before")
    const first = await startListening(t, words, environment)
    await here.happen("one")
    await until(async () => receiver.hooks.length === 1)

    receiver.answer = () => {} // takes a hook, and never answers
    await here.happen("two")
    await until(async () => receiver.hooks.length === 2)
    first.child.kill("SIGKILL")
    await once(first.child, "exit")
    for (const subject of ["three", "four"]) await here.happen(subject)
    receiver.answer = status(500)
    const second = await startListening(t, words, environment)
    await until(async () => receiver.hooks.length === 5)

    assert.deepEqual(
      subjectsOf(here),
      ["one", "two", "two", "three", "four"],
      "an answer is an answer, with any status",
    )
    const [, two, again] = receiver.hooks
    assert.deepEqual([again?.id, again?.body], [two?.id, two?.body])
    assert.equal(second.secret, first.secret)
    assert.ok(receiver.hooks.every((hook) => hasSignature(hook, first.secret)))
    await until(async () => / three evt_\S+ 500\n/.test(second.said()))
    second.child.kill("SIGINT")
    assert.deepEqual(await once(second.child, "exit"), [130, null])
  },
)

onSqlite("an unanswered event is sent again by the command, and by no job", async (t, kind) => {
  const { here, environment, words } = await listening(t, kind)
  const { receiver } = here
  const stop = new AbortController()
  const running = runInProcess(words, environment, stop.signal)
  const listed = async () => (await here.act("admin", listEndpoints, {})).items
  await until(async () => (await listed()).length === 1)
  assert.deepEqual(valuesOf(await listed(), "disabledFor"), ["listener"], "no job sends to it")
  const [listener] = await listed()
  await assert.rejects(here.act("admin", switchOnEndpoint, { id: String(listener?.id), from: "now" }), {
    code: "conflict",
  })
  let refused = 0
  receiver.answer = (response) => {
    refused += 1
    if (refused < 3) response.destroy()
    else response.end()
  }
  await here.happen("one")
  await until(async () => receiver.hooks.length === 3)
  assert.equal(new Set(valuesOf(receiver.hooks, "id")).size, 1)
  await here.settle()
  stop.abort()
  const { exit, out } = await running
  assert.equal(exit, 130)
  assert.match(String(receiver.hooks[0]?.headers["user-agent"]), /^Atelier-Webhooks\/1 \(\+http/)
  assert.equal(out.match(/ no answer$/gm)?.length, 2)
  assert.equal(receiver.hooks.length, 3)
  assert.equal(await openListener(here.cx, { slug: "nowhere", url: receiver.url }), undefined)
})

onSqlite("listen opens no port, and no REST endpoint and no tool returns events", async (t, kind) => {
  const { here, environment, words } = await listening(t, kind)
  const { child } = await startListening(t, words, environment)
  assert.deepEqual(listeningPortsOf(Number(child.pid)), [])
  assert.ok(listeningPortsOf(process.pid).includes(here.receiver.port), "a port that is open is found")
  const names = [...endpoints.map(({ path }) => path), ...tools.map(({ name }) => name)]
  assert.deepEqual(names.filter((name) => /event|hook|listen/.test(name)), []) // biome-ignore format: one thought
})

const listens = "0A"

/** The TCP ports on which a process listens, by Linux's own tables. */
function listeningPortsOf(pid: number): number[] {
  const own = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
    } catch {
      return [] // it was closed meanwhile
    }
  })
  const rows = ["tcp", "tcp6"].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, "utf8").split("\n").slice(1),
  )
  return rows.flatMap((row) => {
    const [, address = "", , state, , , , , , inode = ""] = row.trim().split(/\s+/)
    return state === listens && own.includes(inode) ? Number.parseInt(address.split(":")[1] ?? "", 16) : []
  })
}
