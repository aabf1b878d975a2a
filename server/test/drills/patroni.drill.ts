import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { type TestContext, test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import * as Y from "yjs"
import type { Database } from "#storage/database.ts"
import { migrate } from "#storage/migrate.ts"
import { handbook } from "#test/support/basics/handbook.ts"
import { until } from "#test/support/basics/until.ts"
import { type PatroniCluster, patroniCluster, skipWithoutPatroni } from "#test/support/databases/patroni-cluster.ts"
import { openDatabase, temporaryFolder } from "#test/support/databases/test-databases.ts"
import { addLine, linesIn } from "#test/support/docs/shared-lines.ts"
import { makeDoc, signIn } from "#test/support/docs/writers.ts"
import { startServer } from "#test/support/processes/server-process.ts"
import { world } from "#test/support/worlds/world.ts"
import { callTool, connectAgent } from "../faults/crash-agent.ts"
import { startDocProcess } from "../faults/doc-process.ts"
import { openServiceLoad } from "../faults/service-load.ts"

/** How many primaries are killed; `npm run soak` sets more. */
const kills = Number(process.env.PATRONI_KILLS ?? 2)
const baseUrl = "http://localhost:3000"

test("each acknowledged write is kept when the machine of the primary dies under load, and the service comes back", {
  skip: skipWithoutPatroni,
}, async (t) => {
  const cluster = await patroniCluster(t)
  const load = await openWork(t, cluster)
  const gaps: number[] = []
  for (let round = 0; round < kills; round += 1) {
    const primary = await cluster.primary()
    await load.progress()
    const killedAt = performance.now()
    await primary.kill()
    await sleep(1_000) // answers that were on their way
    await load.nextRedirect()
    gaps.push(Math.round(performance.now() - killedAt))
    await load.progress()
    primary.start()
    await until(async () => ["replica", "sync_standby"].includes(String(await primary.role())))
  }
  await load.progress()
  const { lost, doubled, strange, ...figures } = await load.end()
  t.diagnostic(`${kills} kills, gaps of ${gaps.join(", ")} ms, ${JSON.stringify({ lost, doubled, ...figures })}`)
  assert.deepEqual({ lost, doubled, strange }, { lost: 0, doubled: 0, strange: [] })
})

/** Starts two processes of the service, and visitors, buyers, an agent and a person who writes. */
async function openWork(t: TestContext, cluster: PatroniCluster) {
  const [databaseUrl, docsUrl] = [await makeDatabase(cluster, "atelier"), await makeDatabase(cluster, "docs")]
  const own = { SVC_DATABASE_URL: databaseUrl, SVC_BASE_URL: baseUrl, SVC_SECRET_KEY: "k".repeat(40) }
  const rates = { SVC_RATE_WRITES: "1000000", SVC_RATE_READS: "1000000", SVC_RATE_TOOLS: "1000000" }
  const [shop, tools] = [await startServer(t, { ...own, ...rates }), await startServer(t, { ...own, ...rates })]
  const truth = openDatabase(t, databaseUrl)
  const calling = await openCalls(t, databaseUrl, tools.url)
  const typing = await openTyping(t, docsUrl)
  const load = await openServiceLoad(shop.url, truth)
  const answered = () => [load.redirects(), calling.answered.length, typing.stored.length]
  const progress = async () => {
    const before = answered()
    const isFurther = async () => answered().every((count, index) => count > (before[index] ?? 0) + 5)
    await until(isFurther).catch((cause) => {
      throw new Error(
        `From ${before} answers to ${answered()}; ${[...calling.strange, ...typing.strange].slice(0, 3)}`,
        { cause },
      )
    })
  }
  const nextRedirect = async () => {
    const before = load.redirects()
    await until(async () => load.redirects() > before)
  }
  const end = async () => {
    const [tally, calls, lines] = [await load.end(truth), await calling.end(truth), await typing.end()]
    return { ...tally, calls, lines, strange: [...tally.strange, ...calling.strange, ...typing.strange] }
  }
  return { progress, nextRedirect, end }
}

/** Creates a database by the handbook, and returns its address behind HAProxy. */
async function makeDatabase(cluster: PatroniCluster, name: string): Promise<string> {
  const [{ settings }, primary] = [cluster.machines[0] ?? assert.fail(), await cluster.primary()]
  const run = (command: string, env: Record<string, string> = {}) =>
    execFileSync("sh", ["-c", command], {
      env: { PATH: "/usr/bin:/bin:/usr/sbin", LANG: "C.UTF-8", ...env },
      encoding: "utf8",
    })
  run(handbook("haproxy -c -f /etc/haproxy/haproxy.cfg", { "/etc/haproxy/haproxy.cfg": cluster.haproxySettings }))
  const state = run(handbook("patronictl -c /etc/patroni/config.yml list", { "/etc/patroni/config.yml": settings }))
  assert.match(state, /Sync Standby/)
  const real = { "--host=10.0.0.11": `--host=127.0.0.1 --port=${primary.port}`, "atelier atelier": `atelier ${name}` }
  const create = handbook("createdb --host=10.0.0.11 --username=postgres --owner=atelier atelier", real)
  run(create, { PGPASSWORD: "change-this-too" })
  return `postgres://atelier:change-this-password@127.0.0.1:${cluster.port}/${name}`
}

const destinationOf = (key: string) => `https://example.com/${key}`

/** An agent that creates one link after another, and repeats each call with its key until it is answered. */
async function openCalls(t: TestContext, databaseUrl: string, url: string) {
  const token = await connectAgent({ dataDir: temporaryFolder(t), databaseUrl }, baseUrl)
  const [answered, strange]: [string[], string[]] = [[], []]
  let isOpen = true
  const call = async () => {
    const key = randomUUID()
    const args = { destination: destinationOf(key), idempotency_key: key }
    while (isOpen) {
      const answer = await callTool({ url, baseUrl, token, name: "create_link", args })
      if (answer.includes("structuredContent") && !answer.includes('"isError":true')) return void answered.push(key)
      if (!/temporar|later|again|unavailable|internal_error/i.test(answer)) return void strange.push(answer)
      await sleep(50)
    }
  }
  const running = (async () => {
    while (isOpen) await call()
  })().catch((fault) => void strange.push(String(fault)))
  t.after(() => {
    isOpen = false
  })
  const end = async (truth: Database) => {
    isOpen = false
    await running
    const links = await truth.read.selectFrom("short_links").select("destination").execute()
    const kept = Map.groupBy(links, ({ destination }) => destination)
    for (const key of answered) assert.equal(kept.get(destinationOf(key))?.length, 1, key)
    return answered.length
  }
  return { answered, strange, end }
}

/** A person who writes one line after another in a doc. Compares the doc with the acknowledged lines at the end. */
async function openTyping(t: TestContext, databaseUrl: string) {
  await migrate(openDatabase(t, databaseUrl))
  const here = await world(t, "postgres", { databaseUrl })
  const docId = await makeDoc(here)
  const writer = await signIn(here, "member")
  const ground = { dataDir: here.folder, databaseUrl, docId }
  const page = await startDocProcess(t, ground, () => {})
  const doc = new Y.Doc()
  Y.applyUpdate(doc, page.state)
  const stored: string[] = []
  const strange = new Set<string>()
  let isOpen = true
  let acknowledged = Y.encodeStateVector(doc)
  /** Sends all lines that are not acknowledged. */
  const store = async () => {
    const answer = String(await page.write(Y.encodeStateAsUpdate(doc, acknowledged), writer, false))
    if (answer === "stored" || answer === "known") return true
    if (!answer.startsWith("DatabaseOutage")) strange.add(answer)
    await sleep(50)
    return false
  }
  const type = async () => {
    const line = `line ${randomUUID()}`
    addLine(doc, line)
    while (isOpen) {
      if (!(await store())) continue
      acknowledged = Y.encodeStateVector(doc)
      return void stored.push(line)
    }
  }
  const running = (async () => {
    while (isOpen) await type()
  })()
  t.after(() => {
    isOpen = false
  })
  const end = async () => {
    isOpen = false
    await running
    await page.kill()
    const kept = new Y.Doc()
    Y.applyUpdate(kept, (await startDocProcess(t, ground, () => {})).state)
    const lines = new Set(linesIn(kept))
    assert.deepEqual(stored.filter((line) => !lines.has(line)), []) // biome-ignore format: one thought
    return stored.length
  }
  return { stored, strange, end }
}
