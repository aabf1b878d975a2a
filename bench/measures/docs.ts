import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import * as Y from "yjs"
import type { DocEditor } from "../../server/test/support/docs/doc-editor.ts"
import { sharedText } from "../../server/test/support/docs/shared-lines.ts"
import { freePort } from "../../server/test/support/http/free-port.ts"
import type { BenchRun, Measured } from "../case.ts"
import { type BenchSession, makeDocs, newMembers, openDocs, startStudio } from "../loads/studio.ts"
import { eachNamed, mediansOf, named, percentile, withCpu } from "../loads/turns.ts"

export async function measureWriting(run: BenchRun): Promise<Measured> {
  const inspector = await freePort()
  const ground = await startStudio(run, { NODE_OPTIONS: `--inspect-port=127.0.0.1:${inspector}` })
  const room = { ...ground, inspector, people: await newMembers(ground.studio, run.sizes.people) }
  return {
    ...(await eachNamed({ slow: 2, quick: 5 }, (perSecond) => measureTyping(run, room, perSecond))),
    ...(await measureOpening(run, room)),
    ...(await measureMemory(run, room)),
  }
}

type Room = Awaited<ReturnType<typeof startStudio>> & { inspector: number; people: BenchSession[] }

/** Measures from a keystroke until each other person in the doc has it. The service commits it before it sends it. */
async function measureTyping(run: BenchRun, room: Room, perSecond: number): Promise<Measured> {
  const docs = await makeDocs(room.studio, 1)
  const session = await openDocs(run, room, { docs, count: room.people.length })
  const type = (ms: number) => typeTogether(session, { everyMs: 1_000 / perSecond, ms })
  await type(run.sizes.warmUpMs)
  const { times, cpu, ms } = await withCpu(room.service, async () => ({ times: await type(run.sizes.turnMs) }))
  for (const editor of session) editor.close()
  const at = (share: number) => percentile(times, share)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1), cpu: cpu / 10 / ms }
}

/** The time at which each client typed each character: by client id, then by Yjs clock. */
type Typed = ReadonlyMap<number, Map<number, number>>

type Pace = Readonly<Record<"everyMs" | "ms", number>>

/** All write in their shared doc. Returns the times until each other person had each character. */
async function typeTogether(session: readonly DocEditor[], pace: Pace): Promise<number[]> {
  const times: number[] = []
  const typed: Typed = new Map(session.map(({ doc }) => [doc.clientID, new Map()]))
  const listen = (transaction: Y.Transaction) => times.push(...arrivals(transaction, typed))
  for (const { doc } of session) doc.on("afterTransaction", listen)
  await Promise.all(session.map((editor) => typeFor(editor, typed, pace)))
  await sleep(2_000)
  for (const { doc } of session) doc.off("afterTransaction", listen)
  const count = [...typed.values()].reduce((sum, its) => sum + its.size, 0)
  if (times.length !== count * (session.length - 1)) throw new Error("A person did not receive all typed characters.")
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
async function typeFor({ doc, provider }: DocEditor, typed: Typed, { everyMs, ms }: Pace): Promise<void> {
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

/** Measures the opening of docs whose characters were typed at scattered positions. None is in memory before. */
async function measureOpening(run: BenchRun, room: Room): Promise<Measured> {
  const { app, workspaceId: workspace_id } = room.studio
  const docs = await makeDocs(room.studio, run.sizes.docs)
  const [doc, seq] = [new Y.Doc(), run.sizes.edits]
  for (let n = 0; n < seq; n += 1) sharedText(doc).insert((n * 7_919) % (n + 1), "a", {})
  const bytes = Y.encodeStateAsUpdate(doc)
  await app.database.transaction(async (db) => {
    for (const doc_id of docs) await db.insertInto("doc_states").values({ doc_id, workspace_id, seq, bytes }).execute()
    await db.updateTable("docs").set({ content_seq: seq, indexed_seq: seq }).where("id", "in", docs).execute()
  })
  return mediansOf(docs.length, async (n) => {
    const began = performance.now()
    const [editor] = await openDocs(run, room, { docs: docs.slice(n), count: 1 })
    const openMs = performance.now() - began
    editor?.close()
    await sleep(200) // the service unloads the doc, which costs as much again
    return { openMs }
  })
}

/** The difference between a few docs and a doc for each connection is the memory of the docs. */
async function measureMemory(run: BenchRun, room: Room): Promise<Measured> {
  const { connections: count, restMs } = run.sizes
  const holding = async (docs: readonly string[]) => {
    const before = await readMemory(room)
    const editors = await openDocs(run, room, { docs, count })
    const after = await readMemory(room)
    for (const editor of editors) editor.close()
    await sleep(restMs)
    return { heap: (after.heap - before.heap) / count, resident: (after.resident - before.resident) / count }
  }
  const few = await holding(await makeDocs(room.studio, Math.ceil(count / 100)))
  const many = await holding(await makeDocs(room.studio, count))
  return { ...named("connection", few), heap: many.heap - few.heap, resident: many.resident - few.resident }
}

/** The memory after a garbage collection, in kB, by the inspector that Node opens on SIGUSR1. */
async function readMemory({ service, inspector }: Room): Promise<{ heap: number; resident: number }> {
  service.child.kill("SIGUSR1")
  let answer: Response | undefined
  while (!answer) {
    await sleep(50)
    answer = await fetch(`http://127.0.0.1:${inspector}/json/list`).catch(() => undefined)
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
