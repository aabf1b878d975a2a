import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { existsSync, readdirSync } from "node:fs"
import { Agent } from "node:http"
import { dirname, join } from "node:path"
import type { TestContext } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import type { Caller } from "#access/context.ts"
import { readSettings } from "#config/settings.ts"
import { demo } from "#start/demo/demo-data.ts"
import { until } from "#test/support/basics/until.ts"
import {
  atEnd,
  emptyDatabaseUrl,
  onPostgres,
  openDatabase,
  temporaryFolder,
} from "#test/support/databases/test-databases.ts"
import { type DocEditor, openEditor } from "#test/support/docs/doc-editor.ts"
import { type Balancer, openBalancer } from "#test/support/processes/balancer.ts"
import { installOtherRelease, setMigration } from "#test/support/processes/other-release.ts"
import { type ServerProcess, serverProgram, startServer } from "#test/support/processes/server-process.ts"
import { signInBrowser } from "#test/support/worlds/docs-world.ts"
import { silentLog, worldSecret } from "#test/support/worlds/world.ts"
import { openApp, type RunningApp } from "../../src/start/app.ts"
import { openServiceLoad, send } from "./service-load.ts"

/** How often the service is upgraded and rolled back; `npm run soak` sets 100. */
const rounds = Number(process.env.ROLLING_ROUNDS ?? 1)

/** Two processes behind a balancer. `replace` starts a process of a program, and then stops the oldest process. */
async function openFleet(t: TestContext, settings: Record<string, string>, balancer: Balancer) {
  const running: ServerProcess[] = []
  const add = async (program: string) => {
    const server = await startServer(t, settings, [process.execPath, program])
    await balancer.add(server.url)
    running.push(server)
  }
  const replace = async (program: string) => {
    await add(program)
    const oldest = running.shift()
    assert.ok(oldest)
    oldest.process.kill("SIGTERM")
    assert.deepEqual(await oldest.ended, { code: 0, signal: null }, oldest.output())
  }
  await add(serverProgram)
  await add(serverProgram)
  return { replace }
}

/** Types a numbered line into the editor, again and again, until `end`. */
function openTypist(editor: DocEditor) {
  let isOpen = true
  const lines: string[] = []
  const typing = (async () => {
    while (isOpen) {
      const line = `line ${lines.length + 1}`
      lines.push(line)
      editor.type(line)
      await sleep(300)
    }
  })()
  const stop = () => {
    isOpen = false
    return typing
  }
  return {
    stop,
    async end() {
      await stop()
      await editor.saved()
      return lines
    },
  }
}

/** Redeems a gift code for new buyers in networks of their own, each of whom gets a receipt from a job. */
function openGifts(url: string) {
  const agent = new Agent({ keepAlive: true })
  let isOpen = true
  const buyers: string[] = []
  const strange: string[] = []
  const redeeming = (async () => {
    while (isOpen) {
      const buyerEmail = `${randomUUID()}@example.org`
      const body = JSON.stringify({ code: demo.fullCode, buyerEmail })
      const post = { key: randomUUID(), body, network: `2001:db8:0:${buyers.length.toString(16)}::1` }
      const { status, body: answer } = await send(agent, `${url}/api/pay/demo/gift`, post)
      if (status === 200) buyers.push(buyerEmail)
      else strange.push(`${status} ${answer}`)
      await sleep(100)
    }
  })().catch((fault) => void strange.push(String(fault)))
  return {
    async end() {
      isOpen = false
      await redeeming
      agent.destroy()
      return { buyers, strange }
    },
  }
}

/** Opens a doc of the demo as its owner, through the balancer. */
async function openDoc(t: TestContext, app: RunningApp, url: string): Promise<{ open(): DocEditor }> {
  const { id: accountId } = await app.database.read.selectFrom("accounts").select("id").executeTakeFirstOrThrow()
  const { id: docId } = await app.database.read.selectFrom("docs").select("id").limit(1).executeTakeFirstOrThrow()
  const ada: Caller = { kind: "person", accountId, workspaceSlug: demo.slug }
  const { token } = await signInBrowser({ app }, ada)
  const headers = { cookie: `session=${token}`, origin: url }
  return {
    open() {
      const socket = `${url.replace("http", "ws")}/console/docs-socket?workspace=${demo.slug}`
      const editor = openEditor({ url: socket, headers }, docId)
      atEnd(t, editor.close)
      return editor
    },
  }
}

onPostgres(
  `${rounds} upgrades and rollbacks under load fail no request, and lose no click, job or keystroke`,
  async (t) => {
    const balancer = await openBalancer(t)
    const url = `http://localhost:${balancer.port}`
    const outbox = temporaryFolder(t)
    const settings = {
      SVC_DATABASE_URL: await emptyDatabaseUrl(t, "postgres"),
      SVC_DATA_DIR: temporaryFolder(t),
      SVC_BASE_URL: url,
      SVC_MAIL_URL: `outbox:${outbox}`,
      SVC_SECRET_KEY: worldSecret,
      SVC_STOP_DELAY_SECONDS: "3", // a busy balancer's probe may take a second
      SVC_TRUSTED_PROXIES: "127.0.0.1",
      ...{ SVC_RATE_WRITES: "1000000", SVC_RATE_READS: "1000000", SVC_RATE_GIFTS: "1000000" },
    }
    const next = await installOtherRelease(temporaryFolder(t))
    const fleet = await openFleet(t, settings, balancer)
    const truth = openDatabase(t, settings.SVC_DATABASE_URL)
    const app = await openApp(readSettings(settings), silentLog)
    atEnd(t, () => app.close())
    const doc = await openDoc(t, app, url)
    const load = await openServiceLoad(url, truth, { visitors: 4, buyers: 2, pauseMs: 50 })
    const gifts = openGifts(url)
    const typist = openTypist(doc.open())
    atEnd(t, () => Promise.all([load.end(truth), gifts.end(), typist.stop()])) // also where the test fails

    for (let round = 1; round <= rounds; round += 1) {
      const name = `${1_000 + round}-round`
      setMigration(join(dirname(next), ".."), { name, up: columnOf(round) })
      for (const program of [next, next, serverProgram, serverProgram]) await fleet.replace(program)
      assert.ok((await migrationsOf(app)).includes(name))
    }

    const lines = await typist.end()
    const { buyers, strange } = await gifts.end()
    const { redirects, checkouts, ...failed } = await load.end(truth)
    t.diagnostic(`${redirects} redirects, ${checkouts} checkouts, ${buyers.length} gifts, ${lines.length} lines`)
    assert.ok(redirects > 0 && checkouts > 0 && buyers.length > 0 && lines.length > 0)
    assert.deepEqual({ ...failed, gifts: strange }, { outages: 0, lost: 0, doubled: 0, strange: [], gifts: [] })
    const reader = doc.open()
    await until(async () => reader.text().includes(lines.at(-1) ?? ""))
    assert.deepEqual(
      reader.text().filter((line) => /^line \d+$/.test(line)),
      lines,
    )
    await until(async () => receiptsIn(outbox) >= buyers.length)
    assert.equal(receiptsIn(outbox), buyers.length)
    const dead = app.database.read.selectFrom("jobs").select(["kind", "last_error"]).where("dead_at", "is not", null)
    assert.deepEqual(await dead.execute(), [])
  },
)

const columnOf = (round: number) =>
  `await db.schema.alterTable("short_links").addColumn("round_${round}", "integer").execute()
   await db.schema.createTable("round_${round}").addColumn("id", "text").execute()`

async function migrationsOf({ database }: RunningApp): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(database.read)
  return rows.map(({ name }) => name)
}

function receiptsIn(outbox: string): number {
  return existsSync(outbox) ? readdirSync(outbox).filter((name) => name.includes("receipt")).length : 0
}
