import assert from "node:assert/strict"
import type { Socket } from "node:net"
import { test } from "node:test"
import { endSession } from "#domains/accounts/index.ts"
import {
  askAssistant,
  deleteConversation,
  renameConversation,
  type ShownConversation,
  showBranch,
  stopRun,
} from "#domains/assistant/on-demand.ts"
import { removeMember } from "#domains/workspaces/index.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { openStream } from "#test/support/http/event-stream.ts"
import type { Part } from "#test/support/stand-ins/model/model-stand-in.ts"
import { wordsOf } from "#test/support/worlds/assistant-world.ts"
import {
  accountOf,
  addressOf,
  lengthen,
  type Reader,
  type StreamWorld,
  streamWorld,
} from "#test/support/worlds/stream-world.ts"

const isOver = ({ run, messages }: ShownConversation) => run === null && messages.length > 1

/** Parts of an answer that the test releases one by one. */
function words(...said: string[]) {
  const gates = said.map(() => Promise.withResolvers<void>())
  const parts = said.flatMap((text, at): Part[] => [
    { until: gates[at]?.promise as Promise<void> },
    { text, deltas: 1 },
  ])
  return { parts, say: (at: number) => gates[at]?.resolve() }
}

onSqlite("a reader that connects at any moment of an answer ends with the stored state", async (t, kind) => {
  const { parts, say } = words("First ", "I ", "look: ")
  const rest = words("There ", "are ", "none.")
  const answers = [[...parts, { call: "list_links", arguments: {} }], rest.parts]
  const { begin, enter, follow, settled } = await streamWorld(t, answers, { kind })
  const { headers } = await enter("member")
  const id = await begin("member", "Which links do we have?")
  const first = await follow(headers, id)
  const readers: Reader[] = [first]
  for (const [at, words] of ["First ", "First I ", "First I look: "].entries()) {
    readers.push(await follow(headers, id))
    say(at)
    await first.knows((known) => wordsOf(known) === words)
    readers.push(await follow(headers, id))
  }
  for (const [at, words] of ["There ", "There are "].entries()) {
    rest.say(at)
    await first.knows((known) => wordsOf(known) === words)
    readers.push(await follow(headers, id))
    readers.at(-2)?.close() // and connects again
    readers.splice(-2, 1, await follow(headers, id))
  }
  rest.say(2)
  const stored = await settled("member", id)
  assert.equal(wordsOf(stored), "There are none.")
  for (const reader of readers) assert.deepEqual(await reader.knows(isOver), stored)
  for (const { events } of readers) assert.equal(events[0]?.event, "snapshot")
})

onSqlite("readers that connect during hundreds of deltas get each delta once", async (t, kind) => {
  const said = Array.from({ length: 400 }, (_, n) => `word ${n} `).join("")
  const { begin, enter, follow, settled } = await streamWorld(t, [[{ text: said, deltas: 400 }]], { kind })
  const { headers } = await enter("member")
  const id = await begin("member", "Say a lot.")
  const readers: Reader[] = []
  do readers.push(await follow(headers, id))
  while (readers.length < 20 && readers[0]?.known()?.run !== null)
  const stored = await settled("member", id)
  assert.equal(wordsOf(stored), said)
  for (const reader of readers) assert.deepEqual(await reader.knows(isOver), stored)
  for (const { events } of readers) {
    const lengths = events.flatMap(({ event, data }) =>
      event === "message" ? wordsOf({ messages: [data.message] }).length : [],
    )
    assert.deepEqual(
      lengths,
      lengths.toSorted((a, b) => a - b),
      "no words are taken back",
    )
  }
})

onSqlite(
  "a page that stops reading is disconnected, and gets the whole conversation when it returns",
  async (t, kind) => {
    const studio = await streamWorld(t, [["Yes."]], { kind })
    const { begin, enter, follow, settled, act, server } = studio
    const { headers } = await enter("member")
    const id = await begin("member", "Is it long?")
    const { messages } = await settled("member", id)
    const length = 1_000_000
    await lengthen(studio, messages.at(-1)?.id ?? "", length)
    const good = await follow(headers, id)
    const sockets = new Set<Socket>()
    server.server.on("connection", (socket: Socket) => sockets.add(socket))
    const slow = await follow(headers, id)
    slow.pause()
    const unread: number[] = []
    for (let n = 0; [...sockets].some((socket) => !socket.destroyed); n += 1) {
      await act("member", renameConversation, { id, title: `Title ${n}` })
      await good.knows(({ title }) => title === `Title ${n}`)
      unread.push(...[...sockets].map(({ writableLength }) => writableLength))
    }
    assert.ok(Math.max(...unread) > length, "it was let have a snapshot that takes its time")
    assert.ok(Math.max(...unread) < 3 * length, "and no more than another one beside it")
    const again = await follow(headers, id)
    assert.deepEqual(await again.knows(() => true), good.known())
  },
)

onSqlite("a snapshot of any size arrives complete, and later events follow it", async (t, kind) => {
  const { parts, say } = words("Short.")
  const studio = await streamWorld(t, [["Long."], parts], { kind })
  const { headers } = await studio.enter("member")
  const id = await studio.begin("member", "Is it long?")
  const { messages } = await studio.settled("member", id)
  await lengthen(studio, messages.at(-1)?.id ?? "", 2_000_000)
  await studio.act("member", askAssistant, { conversationId: id, text: "And now?" })
  const reader = await studio.follow(headers, id)
  await reader.knows((known) => known.messages.length > 3)
  say(0)
  const stored = await studio.settled("member", id)
  assert.deepEqual(await reader.knows(({ run }) => run === null), stored)
  assert.equal(reader.events.filter(({ event }) => event === "snapshot").length, 1)
  assert.ok(JSON.stringify(reader.events[0]).length > 2_000_000)
})

onBothDatabases("stopping ends the model's request at once, and the events are in order", async (t, kind) => {
  t.mock.timers.enable({ apis: ["setInterval"] }) // no look or renewal of a lease finds that it is to stop
  const studio = await streamWorld(t, [["I begin", { fault: "silence" }]], { kind })
  const { headers } = await studio.enter("member")
  for (let n = 0; n < 3; n += 1) {
    const id = await studio.begin("member", "Go on for ever.")
    const reader = await studio.follow(headers, id)
    await reader.knows((known) => wordsOf(known) === "I begin")
    const before = reader.events.length
    await studio.act("member", stopRun, { conversationId: id })
    await studio.model.allClosed()
    const stored = await studio.settled("member", id)
    assert.deepEqual(await reader.knows(isOver), stored)
    assert.equal(wordsOf(stored), "I beginStopped by you.")
    const names = reader.events
      .slice(before)
      .flatMap(({ event, data }) => (event === "run" ? (data.run?.state ?? "over") : event))
    assert.deepEqual([names.at(-1), names.lastIndexOf("message") < names.lastIndexOf("over")], ["over", true])
    assert.ok(!names.includes("text"), "nothing is said after it")
  }
})

test("`isThinking` is sent when thinking begins, and is cleared before the first text", async (t) => {
  const [thought, said] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const answer: Part[] = [
    { until: thought.promise },
    { thinking: "Hm.", signature: "signed" },
    { until: said.promise },
    "Done.",
  ]
  const { begin, enter, follow } = await streamWorld(t, [answer])
  const { headers } = await enter("member")
  const reader = await follow(headers, await begin("member", "Think."))
  await reader.knows(({ messages, run }) => messages.length === 2 && run?.isThinking === false)
  thought.resolve()
  await reader.knows(({ run }) => run?.isThinking === true)
  said.resolve()
  assert.equal(wordsOf(await reader.knows(isOver)), "Done.")
  const order = reader.events.map(({ event, data }) => `${event} ${data.run?.isThinking}`)
  assert.ok(order.lastIndexOf("run true") < order.indexOf("text undefined"))
})

onBothDatabases("changes from another page arrive at once", async (t, kind) => {
  const { act, begin, enter, follow, settled } = await streamWorld(t, [["One."], ["Two."]], { kind })
  const { headers } = await enter("member")
  const id = await begin("member", "First wording")
  const first = await settled("member", id)
  const reader = await follow(headers, id)
  await act("member", askAssistant, { conversationId: id, text: "Second wording", insteadOf: first.messages[0]?.id })
  await reader.knows((known) => isOver(known) && wordsOf(known) === "Two.")
  await act("member", showBranch, { conversationId: id, messageId: first.messages[0]?.id })
  await reader.knows((known) => wordsOf(known) === "One.")
  await act("member", renameConversation, { id, title: "Wordings" })
  await reader.knows(({ title }) => title === "Wordings")
  assert.deepEqual(reader.known(), await settled("member", id))
})

const ends: Record<string, (studio: StreamWorld, id: string, sessionId: string) => Promise<unknown>> = {
  "its person signs out": ({ act }, _id, sessionId) => act("member", endSession, { id: sessionId }),
  "its person is removed": ({ act, callers }) => act("owner", removeMember, { accountId: accountOf(callers.member) }),
  "it is deleted": ({ act }, id) => act("member", deleteConversation, { id }),
}

for (const [what, end] of Object.entries(ends)) {
  onBothDatabases(`a stream ends when ${what}, and sends nothing more`, async (t, kind) => {
    const { parts, say } = words("Before. ", "After.")
    t.mock.timers.enable({ apis: ["setInterval"] }) // without the look of each 15 seconds
    const studio = await streamWorld(t, [parts], { kind })
    const { headers, sessionId } = await studio.enter("member")
    const id = await studio.begin("member", "Tell me.")
    const reader = await studio.follow(headers, id)
    say(0)
    await reader.knows((known) => wordsOf(known) === "Before. ")
    await end(studio, id, sessionId)
    await reader.ended
    say(1)
    await studio.model.allClosed()
    assert.ok(!reader.text().includes("After."))
    const again = await studio.follow(headers, id)
    assert.ok([401, 403, 404].includes(again.status), `${again.status}`)
  })
}

test("only its owner can follow a conversation, only in its workspace, and only with a session", async (t) => {
  const { begin, enter, settled, url } = await streamWorld(t, [["A secret."]])
  const id = await begin("member", "What is it?")
  await settled("member", id)
  const status = async (headers: Record<string, string>, workspace?: string) => {
    const { status, text, ended } = await openStream(addressOf(url, id, workspace), headers)
    await ended
    assert.ok(!text().includes("secret"))
    return status
  }
  for (const as of ["owner", "admin", "viewer"] as const) assert.equal(await status((await enter(as)).headers), 404)
  const [member, stranger] = [await enter("member"), await enter("stranger")]
  assert.equal(await status(stranger.headers), 403)
  assert.equal(await status(stranger.headers, "elsewhere"), 404)
  assert.equal(await status(member.headers, "elsewhere"), 403)
  assert.equal(await status({ "sec-fetch-site": "same-origin" }), 401)
})

test("the 21st stream of a person closes the oldest, with a retry after 30 seconds", async (t) => {
  const { begin, enter, follow, settled } = await streamWorld(t, [["Yes."]])
  const id = await begin("member", "Is it so?")
  await settled("member", id)
  const { headers } = await enter("member")
  const streams: Reader[] = []
  for (let n = 0; n < 21; n += 1) {
    const reader = await follow(headers, id)
    await reader.knows(isOver)
    streams.push(reader)
  }
  await streams[0]?.ended
  assert.ok(streams[0]?.text().endsWith("\n\nretry: 30000\n\n"))
  for (const { text } of streams.slice(1)) assert.ok(!text().includes("retry: 30000"))
})

onBothDatabases("a stopping process asks its readers to reconnect, and the next process continues", async (t, kind) => {
  const studio = await streamWorld(t, [["I begin", { fault: "silence" }], ["And this is the end."]], { kind })
  const { headers } = await studio.enter("member")
  const id = await studio.begin("member", "Tell me.")
  const reader = await studio.follow(headers, id)
  await reader.knows((known) => wordsOf(known) === "I begin")
  await studio.server.close()
  await reader.ended
  assert.ok(reader.text().endsWith("\n\nretry: 1000\n\n"))
  const next = await studio.serve()
  const again = await next.follow(headers, id)
  assert.ok(!reader.text().includes("end"))
  assert.equal(wordsOf(await again.knows(isOver)), "And this is the end.")
})
