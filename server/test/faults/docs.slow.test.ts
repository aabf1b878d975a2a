import assert from "node:assert/strict"
import { test } from "node:test"
import { openContent } from "#domains/docs/index.ts"
import { until } from "#test/support/basics/until.ts"
import { redisServer } from "#test/support/databases/redis-server.ts"
import { postgresAnswers } from "#test/support/databases/test-run.ts"
import type { DocEditor } from "#test/support/docs/doc-editor.ts"
import { linesIn } from "#test/support/docs/shared-lines.ts"
import { docsProcesses } from "#test/support/processes/docs-processes.ts"

/** `npm run soak` sets more. */
const kills = Number(process.env.DOC_KILLS ?? 2)
const hasPostgres = process.env.CI === "true" || (await postgresAnswers())
const needsPostgres = { skip: !hasPostgres && "PostgreSQL does not answer on 127.0.0.1:5432" }

test("with one process on SQLite that is killed repeatedly, two people end with each word once", async (t) => {
  const processes = await docsProcesses(t, "sqlite")
  await processes.start(0)
  const [ada, ben] = [await processes.open("member", () => 0), await processes.open("admin", () => 0)]

  const typing = typeOn([ada, ben])
  for (let kill = 0; kill < kills; kill++) {
    await typing.more(20)
    await processes.kill(0)
    await typing.more(10)
    await processes.start(0)
  }
  await holdsAll(await typing.stop(), [ada, ben])
})

test(
  "with two processes, PostgreSQL and Redis, of which one is killed at a time, two people end with each word once",
  needsPostgres,
  async (t) => {
    const redis = await redisServer(t)
    await redis.start()
    const processes = await docsProcesses(t, "postgres", { SVC_COUNTERS_URL: redis.url })
    await Promise.all([processes.start(0), processes.start(1)])
    const at = { ada: 0, ben: 1 }
    const [ada, ben] = [await processes.open("member", () => at.ada), await processes.open("admin", () => at.ben)]

    const typing = typeOn([ada, ben])
    for (let kill = 0; kill < kills; kill++) {
      await typing.more(20)
      const killed = kill % 2
      Object.assign(at, { ada: 1 - killed, ben: 1 - killed }) // the killed process's editors connect to the other one
      await processes.kill(killed)
      await typing.more(10)
      await processes.start(killed)
      at.ada = killed
    }
    await holdsAll(await typing.stop(), [ada, ben])

    const { app } = processes.world
    const content = await openContent(app, processes.docId)
    assert.deepEqual(linesIn(content.doc), linesIn(ada.doc))
    await content.close()
  },
)

test(
  "an edit that is acknowledged while Redis is down soon reaches the other process's editors, and so does a later one",
  needsPostgres,
  async (t) => {
    const redis = await redisServer(t)
    await redis.start()
    const processes = await docsProcesses(t, "postgres", { SVC_COUNTERS_URL: redis.url })
    await Promise.all([processes.start(0), processes.start(1)])
    const [ada, ben] = [await processes.open("member", () => 0), await processes.open("admin", () => 1)]
    await Promise.all([ada.shows(""), ben.shows("")])

    ada.type("told")
    await ben.shows("", "told")
    await redis.stop()
    ada.type("while it was away")
    await ada.saved()
    await ben.shows("", "told", "while it was away")
    await redis.start()
    ben.type("again")
    await ada.shows("", "told", "while it was away", "again")
    assert.deepEqual([...ada.closes, ...ben.closes], [])
  },
)

test("a stop stores what was received, ends sockets with 1012, and leaves only lines of the log", async (t) => {
  const processes = await docsProcesses(t, "sqlite")
  const server = await processes.start(0)
  const [ada, ben] = [await processes.open("member", () => 0), await processes.open("admin", () => 0)]
  await Promise.all([ada.shows(""), ben.shows("")])
  ada.type("just before the end")
  await ada.saved()
  server.process.kill("SIGTERM")
  await until(async () => ada.closes.length > 0 && ben.closes.length > 0)
  assert.deepEqual([ada.closes[0], ben.closes[0]], [1012, 1012])
  assert.deepEqual(await server.ended, { code: 0, signal: null })
  for (const line of server.output().trimEnd().split("\n")) assert.doesNotThrow(() => JSON.parse(line), line)
  assert.match(server.output(), /"endpoint":"docs-socket","status":101,/)
  assert.match(server.output(), /"code":1012,"reason":"restart","msg":"A docs socket was ended\."/)

  const rows = await processes.world.app.database.read
    .selectFrom("docs")
    .select(["content_seq", "indexed_seq", "body"])
    .execute()
  assert.equal(rows[0]?.indexed_seq, rows[0]?.content_seq, "what may be late is not late after a stop")
  assert.match(rows[0]?.body ?? "", /just before the end/)
})

/** Lets people type words continuously, each a different one. */
function typeOn(editors: readonly DocEditor[]) {
  const words: string[] = []
  let isOver = false
  const running = run()

  async function run(): Promise<void> {
    while (!isOver) {
      for (const [at, editor] of editors.entries()) {
        const word = `word${at}-${words.length}.`
        editor.type(word)
        words.push(word)
      }
      await new Promise((resolve) => setTimeout(resolve, 25)) // like a person's pace
    }
  }

  return {
    /** Waits until this many more words were typed. */
    async more(count: number): Promise<void> {
      const goal = words.length + count
      await until(async () => words.length >= goal)
    },
    async stop(): Promise<string[]> {
      isOver = true
      await running
      return words
    },
  }
}

/** Asserts that each word is there once in every editor's doc, and that all docs are equal. */
async function holdsAll(words: readonly string[], editors: readonly DocEditor[]): Promise<void> {
  for (const editor of editors) await editor.saved()
  await until(async () => editors.every((editor) => editor.text().length > words.length))
  const texts = editors.map((editor) => editor.text())
  for (const text of texts) assert.deepEqual(text.toSorted(), ["", ...words].toSorted())
  for (const text of texts) assert.deepEqual(text, texts[0])
}
