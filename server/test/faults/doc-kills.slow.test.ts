import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { setImmediate } from "node:timers/promises"
import * as Y from "yjs"
import type { Writer } from "#domains/docs/index.ts"
import { type DatabaseKind, migratedDatabaseUrl, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { dice } from "#test/support/docs/hostile-updates.ts"
import { linesIn, sharedText as textOf } from "#test/support/docs/shared-lines.ts"
import { makeDoc, signIn } from "#test/support/docs/writers.ts"
import { world } from "#test/support/worlds/world.ts"
import { type DocGround, type DocProcess, startDocProcess } from "./doc-process.ts"

/** `npm run soak` sets more. */
const kills = Number(process.env.DOC_KILLS ?? 2)
const typedBetweenKills = 40

/** A simulated browser: it types unique characters, and sends its state again after a kill. */
class Hand {
  readonly doc = new Y.Doc()
  readonly typed: string[] = []
  readonly acknowledged: string[] = []
  readonly #writer: Writer
  readonly #firstCharacter: number
  readonly #chance = dice(7)

  constructor(writer: Writer, firstCharacter: number) {
    this.#writer = writer
    this.#firstCharacter = firstCharacter
  }

  /** Types one character at some position. */
  type(): Uint8Array {
    const before = Y.encodeStateVector(this.doc)
    const character = String.fromCodePoint(this.#firstCharacter + this.typed.length)
    const text = textOf(this.doc)
    text.insert(this.#chance.below(text.length + 1), character)
    this.typed.push(character)
    return Y.encodeStateAsUpdate(this.doc, before)
  }

  /** Types until `server` has ended, or `isOver`. */
  async work(server: DocProcess, { isOver, onStored }: { isOver: () => boolean; onStored: () => void }): Promise<void> {
    while (!isOver()) {
      const update = this.type()
      const count = this.typed.length
      const answer = await server.write(update, this.#writer, false)
      if (answer === undefined) return
      assert.equal(answer, "stored")
      this.#acknowledge(count)
      onStored()
    }
  }

  /** Applies a server's state, and sends it the missing updates. */
  async comeBack(server: DocProcess): Promise<void> {
    Y.applyUpdate(this.doc, server.state)
    const has = Y.encodeStateVectorFromUpdate(server.state)
    const count = this.typed.length
    const answer = await server.write(Y.encodeStateAsUpdate(this.doc, has), this.#writer, true)
    assert.match(String(answer), /^(stored|known)$/)
    this.#acknowledge(count)
  }

  #acknowledge(count: number): void {
    this.acknowledged.push(...this.typed.slice(this.acknowledged.length, count))
  }
}

function wordsOf(state: Uint8Array): string {
  const doc = new Y.Doc()
  Y.applyUpdate(doc, state)
  return linesIn(doc).join("")
}

async function setTheStage(t: TestContext, kind: DatabaseKind): Promise<{ ground: DocGround; hands: [Hand, Hand] }> {
  const databaseUrl = await migratedDatabaseUrl(t, kind)
  const here = await world(t, kind, { databaseUrl })
  const docId = await makeDoc(here)
  const body = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "." }] }] }
  await here.app.database.transaction((db) =>
    db
      .updateTable("docs")
      .set({ body: JSON.stringify(body) })
      .where("id", "=", docId)
      .execute(),
  )
  const hands: [Hand, Hand] = [
    new Hand(await signIn(here, "member"), 0x4e00),
    new Hand(await signIn(here, "admin"), 0xac00),
  ]
  return { ground: { dataDir: here.folder, databaseUrl, docId }, hands }
}

/** Both type, each at its own process where there are two, until one process is killed. */
async function typeUntilKill(
  processes: readonly DocProcess[],
  hands: readonly Hand[],
  victim: DocProcess,
): Promise<void> {
  let stored = 0
  let isOver = false
  const onStored = () => {
    stored += 1
    for (const process of processes) process.look()
    if (stored !== typedBetweenKills) return
    isOver = true
    void setImmediate().then(() => victim.kill()) // while the next update is in transit
  }
  const at = (n: number) => processes[n % processes.length] ?? victim
  const working = hands.map((hand, n) => hand.work(at(n), { isOver: () => isOver && at(n) !== victim, onStored }))
  await Promise.all(working)
}

async function killWhileTyping(t: TestContext, kind: DatabaseKind, count: number): Promise<void> {
  const { ground, hands } = await setTheStage(t, kind)
  const onNews = (update: Uint8Array) => {
    for (const { doc } of hands) Y.applyUpdate(doc, update)
  }
  const start = () => startDocProcess(t, ground, onNews)
  const processes = await Promise.all(Array.from({ length: count }, start))
  for (const [n, hand] of hands.entries()) await hand.comeBack(processes[n % count] ?? (await start()))

  for (let kill = 0; kill < kills; kill += 1) {
    const victim = processes[kill % count]
    if (!victim) throw new Error("There is no process to kill.")
    await typeUntilKill(processes, hands, victim)
    for (let n = 0; n < 10; n += 1) hands[1].type() // offline
    const next = await start()
    const words = wordsOf(next.state)
    for (const character of hands.flatMap(({ acknowledged }) => acknowledged)) {
      assert.equal(words.split(character).length, 2, "what was acknowledged is there once")
    }
    processes[kill % count] = next
    for (const hand of hands) await hand.comeBack(next)
    for (const process of processes) process.look()
  }
  const last = await start()
  const words = wordsOf(last.state)
  const typed = hands.flatMap((hand) => hand.typed)
  for (const character of typed) assert.equal(words.split(character).length, 2)
  assert.equal(words.length, typed.length + 1)
  for (const hand of hands) {
    await hand.comeBack(last)
    assert.equal(linesIn(hand.doc).join(""), words)
  }
  t.diagnostic(`${kills} kills, ${typed.length} characters, each there once`)
}

onBothDatabases("two people's typing while their process is killed is stored exactly once", (t, kind) =>
  killWhileTyping(t, kind, 1),
)

onBothDatabases("the same holds for two processes on one database that are killed in turn", (t, kind) =>
  killWhileTyping(t, kind, 2),
)
