import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { type TestContext, test } from "node:test"
import { until } from "#test/support/basics/until.ts"
import { redisServer } from "#test/support/databases/redis-server.ts"
import { postgresAnswers } from "#test/support/databases/test-run.ts"
import type { DocEditor } from "#test/support/docs/doc-editor.ts"
import { docsProcesses } from "#test/support/processes/docs-processes.ts"

const isCi = process.env.CI === "true"
const hasPostgres = isCi || (await postgresAnswers())
const hasRedis = hasPostgres && (isCi || spawnSync("redis-server", ["--version"]).error === undefined)

const place = (clock: number) => ({ type: null, tname: "text", item: { client: 1, clock }, assoc: 0 })
const cursorAt = (clock: number) => ({ anchor: place(clock), head: place(clock) })

/** What one editor sees of another's presence. */
const seenBy = (editor: DocEditor, other: DocEditor) => editor.provider.awareness?.getStates().get(other.doc.clientID)

const buses: Record<string, { skip: boolean; settings(t: TestContext): Promise<Record<string, string>> }> = {
  PostgreSQL: { skip: !hasPostgres, settings: async () => ({}) },
  Redis: {
    skip: !hasRedis,
    async settings(t) {
      const redis = await redisServer(t)
      await redis.start()
      return { SVC_COUNTERS_URL: redis.url }
    },
  },
}

for (const [bus, { skip, settings }] of Object.entries(buses)) {
  test(`a person on another process is shown with the service's name and color, by ${bus}`, {
    skip,
  }, async (t) => {
    const processes = await docsProcesses(t, "postgres", await settings(t))
    await Promise.all([processes.start(0), processes.start(1)])
    const ada = await processes.open("member", () => 0)
    await ada.shows("")
    ada.provider.setAwarenessField("user", { name: "The owner", color: "red" })
    ada.provider.setAwarenessField("cursor", cursorAt(1))
    await ada.saved()

    const ben = await processes.open("admin", () => 1)
    await until(async () => seenBy(ben, ada) !== undefined)
    const { user, cursor } = seenBy(ben, ada) ?? {}
    assert.equal(user.name, "member", "a new reader learns who is there")
    assert.match(user.color, /^#[0-9a-f]{6}$/)
    assert.deepEqual(cursor, cursorAt(1))

    ada.provider.setAwarenessField("cursor", cursorAt(0))
    await until(async () => JSON.stringify(seenBy(ben, ada)?.cursor) === JSON.stringify(cursorAt(0)))
    ben.provider.setAwarenessField("cursor", cursorAt(0))
    await until(async () => seenBy(ada, ben)?.user.name === "admin")
    ada.disconnect()
    await until(async () => seenBy(ben, ada) === undefined)
  })
}
