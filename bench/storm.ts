import { randomBytes, randomUUID } from "node:crypto"
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { hashSecret, newSecret } from "../server/src/kernel/secret.ts"
import { openPostgresClient } from "../server/test/support/databases/postgres-client.ts"
import { frames, openRaw, type RawSocket } from "../server/test/support/http/raw-socket.ts"
import { atRate, percentile } from "./load.ts"
import type { BenchRow } from "./row.ts"
import { startService } from "./servers.ts"

const sockets = 3_000
const docs = 1_000
const socketsOfAccount = 15
const seconds = 35 // long enough for a check of all of them
const pauseMs = 6_000
const postgres = process.env.TEST_POSTGRES_URL ?? "postgres://postgres@127.0.0.1:5432/postgres"

/**
 * The offer lookup's p99 on PostgreSQL: alone, beside 3,000 idle sockets over 1,000 docs, and in the seconds after the
 * database was stopped for six.
 */
export async function stormBench(): Promise<BenchRow[]> {
  const name = `bench_${randomBytes(8).toString("hex")}`
  const admin = await openPostgresClient(postgres)
  await admin.query(`create database ${name}`)
  const database = new URL(postgres)
  database.pathname = name
  const gate = await openGate(database)
  const service = await startService({ SVC_DATABASE_URL: gate.url, SVC_MAX_CONNECTIONS: "10000" })
  const lookUp = async () => percentile(await atRate(`${service.url}/api/pay/demo`, 100, seconds), 0.99)
  await lookUp()
  const alone = await lookUp()
  const open = await openAll(database.href, service.url)
  const beside = await lookUp()
  gate.standStill(true)
  await sleep(pauseMs)
  gate.standStill(false)
  await fetch(`${service.url}/api/pay/demo`) // the first request after the pause
  const after = await lookUp()
  for (const { ws } of open) ws.terminate()
  await service.stop()
  gate.close()
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
  const crowd = `${sockets} sockets over ${docs} docs`
  return [
    { name: "offer lookup p99 at 100/s, PostgreSQL, alone", value: alone, unit: "ms" },
    { name: `offer lookup p99 beside ${crowd}`, value: beside, unit: "ms" },
    { name: "offer lookup p99, beside sockets to alone", value: beside / alone, unit: "×", atMost: 2 },
    { name: "offer lookup p99 after a pause of 6 s", value: after, unit: "ms" },
    { name: "offer lookup p99, after the pause to alone", value: after / alone, unit: "×", atMost: 2 },
  ]
}

/** A proxy between the service and PostgreSQL that can pause the traffic. */
async function openGate(database: URL) {
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer({ noDelay: true }, (client) => {
    const target = connect({ port: Number(database.port || 5432), host: database.hostname, noDelay: true })
    const pair = [client, target] as const
    pairs.add(pair)
    client.pipe(target).pipe(client)
    for (const end of pair) {
      end.on("error", () => {})
      end.on("close", () => {
        pairs.delete(pair)
        for (const other of pair) other.destroy()
      })
    }
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = new URL(database)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    standStill(isStill: boolean): void {
      for (const pair of pairs) for (const end of pair) isStill ? end.pause() : end.resume()
    },
    close: () => void server.close(),
  }
}

/** Opens docs for people of the demo's studio, each through many sockets. */
async function openAll(databaseUrl: string, url: string): Promise<RawSocket[]> {
  const db = await openPostgresClient(databaseUrl)
  const { rows } = await db.query("select account_id, workspace_id from members limit 1")
  const { account_id: owner, workspace_id: workspace } = rows[0]
  const docIds = Array.from({ length: docs }, () => `doc_${randomUUID().replaceAll("-", "")}`)
  await db.query(
    `insert into docs (id, workspace_id, title, search_title, body, version, saved_by, created_by, created_at, updated_at)
      select id, $2, 'Bench', 'bench', '{"type":"doc","content":[{"type":"paragraph"}]}', 1, $3, $3, 1, 1 from unnest($1::text[]) id`,
    [docIds, workspace, owner],
  )
  const open: RawSocket[] = []
  let headers = {}
  for (let n = 0; n < sockets; n += 1) {
    if (n % socketsOfAccount === 0) headers = { cookie: await signIn(db, workspace), origin: url }
    const docId = docIds[n % docs] ?? ""
    const address = `${url.replace("http", "ws")}/console/docs-socket?workspace=studio`
    const socket = await openRaw({ url: address, headers: headers as Record<string, string> })
    for (const message of [frames.open(docId), frames.ask(docId), frames.answer(docId)]) socket.send(message)
    await until(() => socket.received.length >= 2, socket)
    open.push(socket)
  }
  await db.end()
  return open
}

/** @throws Error when the service ends the socket before the condition holds */
async function until(isSo: () => boolean, { ws, closed }: RawSocket): Promise<void> {
  while (!isSo()) {
    if (ws.readyState !== ws.OPEN) throw new Error(`A socket was closed with ${await closed} while it opened a doc.`)
    await sleep(2)
  }
}

async function signIn(db: Awaited<ReturnType<typeof openPostgresClient>>, workspace: string): Promise<string> {
  const [account, token, now] = [`account_${randomUUID()}`, newSecret("session"), Date.now()]
  await db.query("insert into accounts (id, email, name, created_at) values ($1, $1 || '@example.com', 'Reader', 1)", [
    account,
  ])
  const member = "insert into members (workspace_id, account_id, role, created_at) values ($1, $2, 'member', 1)"
  await db.query(member, [workspace, account])
  await db.query(
    `insert into sessions (id, hash, account_id, label, created_at, last_seen_at, expires_at)
      values ($1, $2, $3, 'Bench', $4::bigint, $4::bigint, $4::bigint + 86400000)`,
    [`session_${randomUUID()}`, hashSecret(token), account, now],
  )
  return `session=${token}`
}
