import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import * as Y from "yjs"
import { type DocEditor, openEditor } from "../../server/test/support/docs/doc-editor.ts"
import { sharedText } from "../../server/test/support/docs/shared-lines.ts"
import { type EventStream, openStream } from "../../server/test/support/http/event-stream.ts"
import { freePort } from "../../server/test/support/http/free-port.ts"
import type { BenchRun, Measured } from "../case.ts"
import { mcpHeaders, openClient, requestBytes, toolCall } from "../loads/http.ts"
import type { RunningService } from "../loads/servers.ts"
import { type BenchSession, docsSocket, makeDocs, newConnection, signInMembers, startStudio } from "../loads/studio.ts"
import { median, named, percentile, timeOf } from "../loads/turns.ts"

interface Seat {
  readonly service: RunningService
  readonly person: BenchSession | undefined
  readonly docId: string | undefined
}

/** Opens a doc and waits for its content. */
export async function openSynced(run: BenchRun, { service, person, docId = "" }: Seat): Promise<DocEditor> {
  const editor = openEditor(docsSocket(service, person), docId, { isStubborn: false })
  run.after(editor.close)
  await new Promise((resolve, reject) => {
    editor.provider.on("synced", resolve)
    editor.provider.on("authenticationFailed", reject)
    editor.provider.on("close", reject)
  })
  return editor
}

/** From a keystroke, which is committed before it is sent, until each other person in the doc has it. */
export const measureTyping = (perSecond: number) => async (run: BenchRun) => {
  const { service, studio } = await startStudio(run)
  const [docId] = await makeDocs(studio, 1)
  const sitting: DocEditor[] = []
  for (const person of await signInMembers(studio, run.sizes.people)) {
    sitting.push(await openSynced(run, { service, person, docId }))
  }
  await typeTogether(sitting, perSecond, run.sizes.warmUpMs)
  const [began, before] = [performance.now(), service.cpuMicroseconds()]
  const times = await typeTogether(sitting, perSecond, run.sizes.turnMs)
  const cpu = (service.cpuMicroseconds() - before) / 10 / (performance.now() - began)
  const at = (share: number) => percentile(times, share)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1), cpu }
}

/** When each client typed each of its characters, by the client's clock. */
type Typed = ReadonlyMap<number, Map<number, number>>

/** All write in their shared doc. Returns the times until each other person had each character. */
async function typeTogether(sitting: readonly DocEditor[], perSecond: number, ms: number): Promise<number[]> {
  const times: number[] = []
  const typed: Typed = new Map(sitting.map(({ doc }) => [doc.clientID, new Map()]))
  const listen = (transaction: Y.Transaction) => times.push(...arrivals(transaction, typed))
  for (const { doc } of sitting) doc.on("afterTransaction", listen)
  await Promise.all(sitting.map((editor) => typeFor(editor, typed, { everyMs: 1_000 / perSecond, ms })))
  await sleep(2_000)
  for (const { doc } of sitting) doc.off("afterTransaction", listen)
  const count = [...typed.values()].reduce((sum, its) => sum + its.size, 0)
  if (times.length !== count * (sitting.length - 1)) throw new Error("A person did not receive all typed characters.")
  return times
}

/** The times that the characters of a received transaction took. */
function arrivals({ local, beforeState, afterState }: Y.Transaction, typed: Typed): number[] {
  const [now, times] = [performance.now(), [] as number[]]
  for (const [client, after] of local ? [] : afterState) {
    for (let clock = beforeState.get(client) ?? 0; clock < after; clock += 1) {
      const at = typed.get(client)?.get(clock)
      if (at !== undefined) times.push(now - at)
    }
  }
  return times
}

/** Types one character at a time, with the cursor behind it. */
async function typeFor({ doc, provider }: DocEditor, typed: Typed, { everyMs, ms }: Record<"everyMs" | "ms", number>) {
  const text = sharedText(doc)
  const began = performance.now() + Math.random() * everyMs
  for (let due = began; due < began + ms; due += everyMs) {
    await sleep(Math.max(0, due - performance.now()))
    typed.get(doc.clientID)?.set(Y.getState(doc.store, doc.clientID), performance.now())
    text.insert(text.length, "a")
    const cursor = Y.relativePositionToJSON(Y.createRelativePositionFromTypeIndex(text, text.length))
    provider.setAwarenessField("cursor", { anchor: cursor, head: cursor })
  }
}

/** Docs in which each character was typed at another position. Each is opened once, so that none is in memory before. */
export async function measureOpening(run: BenchRun): Promise<Measured> {
  const { docs: count, rows: seq } = run.sizes
  const { service, studio } = await startStudio(run)
  const [person] = await signInMembers(studio, 1)
  const docs = await makeDocs(studio, count)
  const doc = new Y.Doc()
  for (let n = 0; n < seq; n += 1) sharedText(doc).insert((n * 7_919) % (n + 1), "a", {})
  const state = { workspace_id: studio.workspaceId, seq, bytes: Y.encodeStateAsUpdate(doc) }
  await studio.app.database.transaction(async (db) => {
    for (const doc_id of docs)
      await db
        .insertInto("doc_states")
        .values({ doc_id, ...state })
        .execute()
    await db.updateTable("docs").set({ content_seq: seq, indexed_seq: seq }).where("id", "in", docs).execute()
  })
  const times: number[] = []
  for (const docId of docs) {
    const began = performance.now()
    const editor = await openSynced(run, { service, person, docId })
    times.push(performance.now() - began)
    editor.close()
    await sleep(200) // the service unloads the doc, which costs as much again
  }
  return { ms: median(times) }
}

/** The memory of as many connections to a few docs, and to a doc each. The difference is the memory of the docs. */
export async function measureMemory(run: BenchRun): Promise<Measured> {
  const { rows: connections, people, restMs } = run.sizes
  const inspector = await freePort()
  const { service, studio } = await startStudio(run, { NODE_OPTIONS: `--inspect-port=127.0.0.1:${inspector}` })
  const signedIn = await signInMembers(studio, people)
  const holding = async (docs: readonly string[]) => {
    const [before, editors] = [await readMemory(service, inspector), [] as DocEditor[]]
    for (let n = 0; n < connections; n += 1) {
      editors.push(await openSynced(run, { service, person: signedIn[n % people], docId: docs[n % docs.length] }))
    }
    const after = await readMemory(service, inspector)
    for (const editor of editors) editor.close()
    await sleep(restMs)
    return {
      heap: (after.heap - before.heap) / connections,
      resident: (after.resident - before.resident) / connections,
    }
  }
  const few = await holding(await makeDocs(studio, Math.ceil(connections / 100)))
  const many = await holding(await makeDocs(studio, connections))
  return { ...named("connection", few), heap: many.heap - few.heap, resident: many.resident - few.resident }
}

/** The memory after a garbage collection, in kB, by the inspector that Node opens on SIGUSR1. */
async function readMemory(service: RunningService, port: number): Promise<{ heap: number; resident: number }> {
  service.child.kill("SIGUSR1")
  let answer: Response | undefined
  while (!answer) {
    await sleep(50)
    answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined)
  }
  const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? "")
  const ask = async (method: string) => {
    socket.send(JSON.stringify({ id: 1, method }))
    return JSON.parse((await once(socket, "message"))[0].data).result
  }
  await once(socket, "open")
  for (let times = 0; times < 3; times += 1) await ask("HeapProfiler.collectGarbage")
  const { usedSize } = await ask("Runtime.getHeapUsage")
  socket.close()
  return { heap: usedSize / 1_024, resident: service.memoryMb() * 1_024 }
}

const streamsOfPerson = 20
const changes = 20

/** The memory of idle streams of changes, and one change sent to all of them. */
export async function measureStreams(run: BenchRun): Promise<Measured> {
  const { rows: streams, restMs } = run.sizes
  const { service, studio } = await startStudio(run)
  const people = await signInMembers(studio, Math.ceil(streams / streamsOfPerson))
  const open = async (n: number) => {
    const headers = { cookie: people[Math.floor(n / streamsOfPerson)]?.cookie ?? "" }
    const stream = await openStream(`${service.url}/console/live?workspace=studio`, headers)
    run.after(stream.close)
    await stream.next()
    return stream
  }
  for (let n = 0; n < streamsOfPerson; n += 1) (await open(n)).close() // runs all code once
  await sleep(restMs)
  const [before, opened] = [service.memoryMb(), [] as EventStream[]]
  for (let n = 0; n < streams; n += 1) opened.push(await open(n))
  await sleep(restMs)
  const kilobytes = ((service.memoryMb() - before) * 1_024) / streams
  const { accessToken } = await newConnection(studio, "links:write")
  const client = await openClient(service.url)
  const message = toolCall("create_link", { destination: "https://example.com/spring-sale" })
  const request = requestBytes(`${service.url}/mcp`, mcpHeaders(accessToken), message)
  const [times, cpuBefore] = [[] as number[], service.cpuMicroseconds()]
  for (let n = 0; n < changes; n += 1) {
    times.push(await timeOf(() => Promise.all([client.ask(request), ...opened.map((stream) => stream.next())])))
    await sleep(100) // so that the next change is sent separately
  }
  client.socket.destroy()
  return { kilobytes, lastMs: median(times), cpuMs: (service.cpuMicroseconds() - cpuBefore) / 1_000 / changes }
}
