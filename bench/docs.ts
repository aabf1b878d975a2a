import { type ChildProcess, fork } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import * as Y from "yjs"
import { sharedText } from "../server/test/support/docs/shared-lines.ts"
import { freePort } from "../server/test/support/http/free-port.ts"
import { openServerDatabase, signInMembers } from "./database.ts"
import { readHeld } from "./heap.ts"
import type { BenchRow } from "./row.ts"
import { type RunningServer, startService } from "./servers.ts"
import type { Percentiles, TypistOrder, TypistSeat } from "./typists.ts"

const people = 50
const seconds = 15
const warmUpSeconds = 5
const held = 1_000
const inOneDoc = 100
const edits = 10_000
const opened = 25

/**
 * Fifty people in one doc: the time of a keystroke, which is committed before it is sent, until each other person has
 * it, and the server's processor time. Then the memory of connections and open docs, and the time to open a doc with
 * many edits.
 */
export async function docsBench(): Promise<BenchRow[]> {
  const inspectorPort = await freePort()
  const service = await startService({ NODE_OPTIONS: `--inspect-port=127.0.0.1:${inspectorPort}` })
  const typists = fork(fileURLToPath(new URL("./typists.ts", import.meta.url)))
  const room = { service, typists, cookies: signInMembers(service, people), inspectorPort }
  const rows = [
    ...(await measureTyping(room, 2)),
    ...(await measureTyping(room, 5)),
    ...(await measureOpening(room)),
    ...(await measureMemory(room)),
  ]
  typists.disconnect()
  await service.stop()
  return rows
}

interface Room {
  service: RunningServer
  typists: ChildProcess
  cookies: readonly string[]
  inspectorPort: number
}

async function measureTyping(room: Room, perSecond: number): Promise<BenchRow[]> {
  const [docId = ""] = insertDocs(room, 1)
  await order(room, { kind: "sit", seats: room.cookies.map((_, at) => seatOf(room, at, docId)) })
  await order(room, { kind: "type", perSecond, seconds: warmUpSeconds })
  const [began, cpu] = [performance.now(), room.service.cpuMicroseconds()]
  const { p50, p95, p99, most } = (await order(room, { kind: "type", perSecond, seconds })) as Percentiles
  const share = (room.service.cpuMicroseconds() - cpu) / 10 / (performance.now() - began)
  await order(room, { kind: "leave" })
  const others = `p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, most ${most.toFixed(0)}`
  return [
    { name: `${people} in a doc, ${perSecond} keys/s each, p95 (${others})`, value: p95, unit: "ms", atMost: 60 },
    { name: `${people} in a doc, ${perSecond} keys/s each, server`, value: share, unit: "% CPU" },
  ]
}

/** Each doc is opened once, so none is in memory before. */
async function measureOpening(room: Room): Promise<BenchRow[]> {
  const seats = insertDocs(room, opened, manyEdits()).map((docId) => seatOf(room, 0, docId))
  const value = (await order(room, { kind: "open", seats })) as number
  return [{ name: `doc of ${edits} edits, until it is open`, value, unit: "ms", atMost: 60 }]
}

/** Compares as many connections in a few docs, and in a doc each. The difference is the memory of the docs. */
async function measureMemory(room: Room): Promise<BenchRow[]> {
  const connections = await holdingOf(room, insertDocs(room, held / inOneDoc))
  const docs = await holdingOf(room, insertDocs(room, held))
  return [
    {
      name: `connection to a doc, of ${held} (resident ${connections.resident.toFixed(0)})`,
      value: connections.heap,
      unit: "kB heap",
    },
    {
      name: `open doc, empty, of ${held} (resident ${(docs.resident - connections.resident).toFixed(0)})`,
      value: docs.heap - connections.heap,
      unit: "kB heap",
    },
  ]
}

/** The memory of each of many connections that are spread over these docs, in kB. */
async function holdingOf(room: Room, docs: readonly string[]) {
  const before = await readHeld(room.service, room.inspectorPort)
  const seats = Array.from({ length: held }, (_, n) => seatOf(room, n % people, docs[n % docs.length] ?? ""))
  await order(room, { kind: "sit", seats })
  const after = await readHeld(room.service, room.inspectorPort)
  await order(room, { kind: "leave" })
  await sleep(2_000)
  return { heap: (after.heap - before.heap) / held, resident: (after.resident - before.resident) / held }
}

async function order({ typists }: Room, order: TypistOrder): Promise<unknown> {
  typists.send(order)
  const [answer] = await once(typists, "message")
  return answer
}

function seatOf({ service, cookies }: Room, person: number, docId: string): TypistSeat {
  const url = `${service.url.replace("http", "ws")}/console/docs-socket?workspace=studio`
  return { url, headers: { cookie: cookies[person] ?? "", origin: service.url }, docId }
}

/** Inserts docs of the demo's studio, with an optional state; returns their ids. */
function insertDocs({ service }: Room, count: number, state?: Uint8Array): string[] {
  const db = openServerDatabase(service)
  const { account_id, workspace_id } = db.prepare("select account_id, workspace_id from members limit 1").get() ?? {}
  const doc = db.prepare(
    `insert into docs (id, workspace_id, title, search_title, body, version, content_seq, indexed_seq, saved_by, created_by, created_at, updated_at)
    values (?, ?, 'Bench', 'bench', '{"type":"doc","content":[{"type":"paragraph"}]}', 1, ?, ?, ?, ?, 1, 1)`,
  )
  const content = db.prepare("insert into doc_states (doc_id, workspace_id, seq, bytes) values (?, ?, ?, ?)")
  const seq = state ? edits : 0
  db.exec("begin")
  const ids = Array.from({ length: count }, () => {
    const id = `doc_${randomUUID().replaceAll("-", "")}`
    doc.run(id, workspace_id ?? "", seq, seq, account_id ?? "", account_id ?? "")
    if (state) content.run(id, workspace_id ?? "", seq, state)
    return id
  })
  db.exec("commit")
  db.close()
  return ids
}

/** The state of a doc in which each character was typed at another position. */
function manyEdits(): Uint8Array {
  const doc = new Y.Doc()
  const text = sharedText(doc)
  for (let n = 0; n < edits; n += 1) text.insert((n * 7_919) % (n + 1), "a", {})
  return Y.encodeStateAsUpdate(doc)
}
