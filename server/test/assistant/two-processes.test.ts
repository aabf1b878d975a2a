import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import type { TestContext } from "node:test"
import type { Bus } from "#adapters/bus/port.ts"
import { openPostgresBus } from "#adapters/bus/postgres.ts"
import { openRedisBus } from "#adapters/bus/redis.ts"
import { endSession } from "#domains/accounts/index.ts"
import { type ShownConversation, stopRun } from "#domains/assistant/on-demand.ts"
import { redisServer } from "#test/support/databases/redis-server.ts"
import { atEnd, migratedDatabaseUrl, onPostgres } from "#test/support/databases/test-databases.ts"
import { callsOf, wordsOf } from "#test/support/worlds/assistant-world.ts"
import { streamWorld } from "#test/support/worlds/stream-world.ts"
import { silentLog } from "#test/support/worlds/world.ts"

const hasRedis = () => process.env.CI === "true" || spawnSync("redis-server", ["--version"]).error === undefined

const buses: Record<string, { isThere(): boolean; opener(t: TestContext, databaseUrl: string): Promise<() => Bus> }> = {
  PostgreSQL: { isThere: () => true, opener: async (_t, url) => () => openPostgresBus(url, silentLog) },
  Redis: {
    isThere: hasRedis,
    async opener(t) {
      const redis = await redisServer(t)
      await redis.start()
      return () => openRedisBus({ kind: "server", url: redis.url }, silentLog)
    },
  },
}

const isOver = ({ run, messages }: ShownConversation) => run === null && messages.length > 1

for (const [name, { isThere, opener }] of Object.entries(buses)) {
  onPostgres(`a run of one process is followed, stopped and ended through another, by ${name}`, async (t) => {
    if (!isThere()) return t.skip(`${name} is absent`)
    const databaseUrl = await migratedDatabaseUrl(t, "postgres")
    const open = await opener(t, databaseUrl)
    const openBus = () => {
      const bus = open()
      atEnd(t, () => bus.close())
      return bus
    }
    const gate = Promise.withResolvers<void>()
    const long = "word ".repeat(500)
    const answers = [
      ["First. ", { call: "list_links", arguments: {} }],
      [{ text: long, deltas: 1 }, { until: gate.promise }, { text: "Last.", deltas: 1 }],
      ["I begin", { fault: "silence" as const }],
    ]
    const one = await streamWorld(t, answers, { kind: "postgres", databaseUrl, bus: openBus() })
    const { headers, sessionId } = await one.enter("member")
    const id = await one.begin("member", "Which links are there?")
    const here = await one.follow(headers, id)
    await here.knows((known) => wordsOf(known) === long)

    const two = await one.serve(openBus())
    const there = await two.follow(headers, id)
    await there.knows((known) => wordsOf(known) === long)
    gate.resolve()
    const stored = await one.settled("member", id)
    assert.equal(callsOf(stored).length, 1)
    for (const reader of [here, there]) assert.deepEqual(await reader.knows(isOver), stored)

    const endless = await one.begin("member", "Go on for ever.")
    const follower = await two.follow(headers, endless)
    await follower.knows(({ messages }) => messages.length === 2)
    one.clock.advance(1) // as time passes, so that a look sees the change if a message is lost
    await one.act("member", stopRun, { conversationId: endless })
    await one.model.allClosed()
    assert.deepEqual(await follower.knows(isOver), await one.settled("member", endless))

    await one.act("member", endSession, { id: sessionId })
    await Promise.all([here, there, follower].map(({ ended }) => ended))
  })
}
