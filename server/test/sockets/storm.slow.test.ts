import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { isDeepStrictEqual } from "node:util"
import { openContent } from "#domains/docs/index.ts"
import { newId } from "#kernel/ids.ts"
import { openPostgres } from "#storage/postgres/index.ts"
import { until } from "#test/support/basics/until.ts"
import { openPostgresClient } from "#test/support/databases/postgres-client.ts"
import { type PostgresProxy, postgresProxy } from "#test/support/databases/postgres-proxy.ts"
import { atEnd, migratedDatabaseUrl, onPostgres } from "#test/support/databases/test-databases.ts"
import { makeDoc, Typist } from "#test/support/docs/writers.ts"
import { frames, openRaw, type RawSocket } from "#test/support/http/raw-socket.ts"
import { silentBus } from "#test/support/stand-ins/silent-bus.ts"
import { type DocsWorld, docsWorld } from "#test/support/worlds/docs-world.ts"

/** Three sockets for each doc. The soak opens 3,000. */
const sockets = Number(process.env.STORM_SOCKETS ?? 60)
const docs = sockets / 3
const socketsOfAccount = 15
/** One query for each 500 docs, and three for each 500 seats. */
const queriesOfRound = Math.ceil(docs / 500) + 3 * Math.ceil(sockets / 500)

onPostgres(
  `${sockets} sockets over ${docs} docs survive a database that hangs for six seconds, with no more queries than before`,
  async (t) => {
    const storm = await openStorm(t)
    const { world, bus, proxy, docIds, open } = storm
    assert.equal(await countRound(storm), queriesOfRound)
    const [docId = ""] = docIds
    const elsewhere = await openContent(world.app, docId)
    atEnd(t, elsewhere.close)
    const typist = new Typist(elsewhere, { ...storm.writer, workspaceId: world.workspaceId })

    const before = proxy.asked
    proxy.standStill(true)
    for (let turn = 0; turn < 12; turn += 1) {
      for (const id of docIds) bus.tell("docs", `${id}:${turn + 1}`)
      bus.gap()
      await sleep(500)
    }
    proxy.standStill(false)
    const heard = open.map(({ received }) => received.length)
    await typist.write("stored elsewhere without a notice")
    await until(async () => (open[0]?.received.length ?? 0) > (heard[0] ?? 0))
    await quiet(proxy)
    const asked = proxy.asked - before
    assert.ok(
      asked <= 5 * queriesOfRound + 2 * docs + 20,
      `${asked} queries: some looks, and two for each doc with a notice`,
    )

    assert.equal(await countRound(storm), queriesOfRound)
    assert.equal(world.server.docsSockets.count().sockets, sockets, "no socket was ended")
  },
)

onPostgres("requests are answered while the sockets' queries wait in the database", async (t) => {
  const { world, bus, docIds, url } = await openStorm(t, 2)
  const other = await openPostgresClient(url)
  atEnd(t, () => other.end())
  await other.query("begin; lock table doc_updates in access exclusive mode")
  const waiting = `select pid, query_start::text from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' order by pid`
  const listWaiting = async () => (await other.query(waiting)).rows
  let seq = 0
  // The service aborts a read after some seconds. If that happens before the answers, the test tries again.
  await until(async () => {
    seq += 1
    for (const id of docIds) bus.tell("docs", `${id}:${seq}`)
    const before = await listWaiting()
    if (before.length < 2) return false
    assert.equal(before.length, 2, "two docs are read at a time")
    const asked = Array.from({ length: 40 }, (_, n) => world.get(`/api/onboard/check-slug?slug=my-studio-${n}`))
    const answers = await Promise.all(asked)
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    return isDeepStrictEqual(await listWaiting(), before)
  }, 60_000)
  await other.query("rollback")
})

interface Storm {
  readonly world: DocsWorld
  readonly bus: ReturnType<typeof silentBus>
  readonly proxy: PostgresProxy
  readonly url: string
  readonly docIds: readonly string[]
  /** The first socket is in the first doc. */
  readonly open: readonly RawSocket[]
  readonly writer: { accountId: string; sessionId: string }
}

/** A service with many reading sockets, and `size` database connections for requests, through a proxy. */
async function openStorm(t: TestContext, size = 20): Promise<Storm> {
  const url = await migratedDatabaseUrl(t, "postgres")
  const behind = new URL(url)
  const proxy = await postgresProxy(t, Number(behind.port || 5432))
  behind.port = new URL(proxy.url).port
  const bus = silentBus()
  const database = openPostgres(behind.href, { onError: () => {}, size })
  atEnd(t, () => database.close())
  const world = await docsWorld(t, {
    databaseUrl: behind.href,
    settings: { SVC_RATE_CONSOLE: "1000000", SVC_RATE_READS: "1000000" },
    change: (app) => ({ ...app, database, bus: bus.port }),
  })
  const docIds: string[] = []
  for (let n = 0; n < docs; n += 1) docIds.push(await makeDoc(world))
  const open: RawSocket[] = []
  let entered: Awaited<ReturnType<DocsWorld["enter"]>> | undefined
  for (let n = 0; n < sockets; n += 1) {
    if (!entered || n % socketsOfAccount === 0) entered = await world.enter(await addMember(world))
    open.push(await openDoc(entered, docIds[n % docs] ?? ""))
  }
  atEnd(t, () => open.forEach(({ ws }) => void ws.terminate()))
  await quiet(proxy)
  const { accountId, sessionId } = await world.enter("member")
  return { world, bus, proxy, url, docIds, open, writer: { accountId, sessionId } }
}

async function addMember({ app, workspaceId }: DocsWorld) {
  const [id, created_at] = [newId("account"), app.now()]
  await app.database.transaction(async (db) => {
    await db
      .insertInto("accounts")
      .values({ id, email: `${id}@example.com`, name: "Reader", created_at })
      .execute()
    const member = { workspace_id: workspaceId, account_id: id, role: "member", created_at } as const
    await db.insertInto("members").values(member).execute()
  })
  return { kind: "person", accountId: id, workspaceSlug: "studio" } as const
}

/** Opens a doc as a browser does, and waits for its stored state. */
async function openDoc(request: Parameters<typeof openRaw>[0], docId: string): Promise<RawSocket> {
  const socket = await openRaw(request)
  for (const message of [frames.open(docId), frames.ask(docId), frames.answer(docId)]) socket.send(message)
  const hasState = (bytes: Buffer) => bytes.length > docId.length + 2 && bytes.readUInt16BE(1 + docId.length) === 1
  await until(async () => socket.received.some(hasState))
  return socket
}

/** The fewest queries of three full looks, since the timer's own look may coincide with one of them. */
async function countRound(storm: Storm): Promise<number> {
  const counts: number[] = []
  for (let round = 0; round < 3; round += 1) counts.push(await countOnce(storm))
  return Math.min(...counts)
}

async function countOnce({ bus, proxy }: Storm): Promise<number> {
  const before = proxy.asked
  bus.gap()
  await until(async () => proxy.asked - before >= queriesOfRound)
  await quiet(proxy)
  return proxy.asked - before
}

/** Waits until no more queries come. */
async function quiet(proxy: PostgresProxy): Promise<void> {
  for (let [last, still] = [proxy.asked, 0]; still < 10; still += 1) {
    await sleep(50)
    if (proxy.asked !== last) [last, still] = [proxy.asked, 0]
  }
}
