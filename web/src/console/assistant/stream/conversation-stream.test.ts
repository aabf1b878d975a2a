import assert from "node:assert/strict"
import { beforeEach, describe, mock, test } from "node:test"
import { setImmediate as turn } from "node:timers/promises"
import { conversationOf, messageOf } from "../../../../../server/test/support/assistant/shown-conversation.ts"
import { ConversationFollower } from "./conversation-stream.ts"
import type { Known } from "./reducer.ts"

/** One request for the stream, with the server's side. */
interface Asked {
  readonly signal: AbortSignal
  answer(status: number): void
  say(bytes: string): void
  end(): void
  fail(): void
}

const asked: Asked[] = []
let isHidden = false
let hearers: (() => void)[] = []
const snapshot = (seq: number, text: string) =>
  `event: snapshot\ndata: ${JSON.stringify({ seq, conversation: conversationOf([messageOf(text)]) })}\n\n`

/** A stand-in for the browser's fetch. The test plays the server. */
function fetchHere(_address: string, { signal }: { signal: AbortSignal }): Promise<Response> {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      stream = controller
    },
  })
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => {
      reject(signal.reason)
      stream?.error(signal.reason)
    })
    asked.push({
      signal,
      answer: (status) => resolve(new Response(status === 200 ? body : null, { status })),
      say: (bytes) => stream?.enqueue(new TextEncoder().encode(bytes)),
      end: () => stream?.close(),
      fail: () => stream?.error(new TypeError("Load failed")),
    })
  })
}

const last = () => {
  const found = asked.at(-1)
  assert.ok(found)
  return found
}

/** Waits until pending events have arrived. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 10; turns += 1) await turn()
}

/** Reports a change of the page's visibility or connection. */
const happens = () => {
  for (const hear of [...hearers]) hear()
}

function openHere() {
  const known: Known[] = []
  const heard: (boolean | "refused")[] = []
  const stream = new ConversationFollower({
    address: "/console/assistant?workspace=studio&conversation=cnv_1",
    around: {
      isHidden: () => isHidden,
      watch(hear) {
        hearers.push(hear)
        return () => hearers.splice(hearers.indexOf(hear), 1)
      },
      atNextFrame: queueMicrotask,
    },
    onKnown: (one) => known.push(one),
    onConnected: (isConnected) => heard.at(-1) === isConnected || heard.push(isConnected),
    onRefused: () => heard.push("refused"),
  })
  const textNow = () => JSON.stringify(known.at(-1)?.conversation.messages[0]?.parts)
  return { stream, known, heard, textNow }
}

async function openWith(text: string) {
  const here = openHere()
  last().answer(200)
  last().say(snapshot(1, text))
  await settle()
  return here
}

describe("the stream of a conversation", () => {
  beforeEach(() => {
    asked.length = 0
    isHidden = false
    hearers = []
    mock.timers.reset()
    mock.timers.enable({ apis: ["setTimeout"] })
    Object.assign(globalThis, { fetch: fetchHere })
  })

  test("reports its state from the first event on, once for events that arrive together", async () => {
    const { known, heard, textNow } = await openWith("one")
    assert.match(textNow(), /one/)
    assert.deepEqual(heard, [false, true])
    const before = known.length
    const message = known.at(-1)?.conversation.messages[0]?.id
    const text = (seq: number) => `event: text\ndata: ${JSON.stringify({ seq, message, text: ` ${seq}` })}\n\n`
    last().say(text(2) + text(3) + text(4))
    await settle()
    assert.match(textNow(), /one 2 3 4/)
    assert.equal(known.length, before + 1)
  })

  test("reconnects after an end, a break and an error, with growing delays", async () => {
    await openWith("one")
    for (const [at, break_] of [() => last().end(), () => last().fail(), () => last().answer(503)].entries()) {
      break_()
      await settle()
      assert.equal(asked.length, at + 1, "not at once: all browsers would come together")
      mock.timers.tick(15_001)
      assert.equal(asked.length, at + 2)
      if (at === 0) last().answer(200)
      await settle()
    }
    for (let tries = 0; tries < 8; tries += 1) {
      last().answer(502)
      await settle()
      mock.timers.tick(15_001)
    }
    const before = asked.length
    last().answer(502)
    await settle()
    mock.timers.tick(7_499)
    assert.equal(asked.length, before)
  })

  test("reconnects after 40 seconds without data; a comment counts as data", async () => {
    await openWith("one")
    mock.timers.tick(30_000)
    last().say(": alive\n\n")
    await settle()
    mock.timers.tick(30_000)
    assert.equal(asked.length, 1)
    mock.timers.tick(10_001)
    assert.equal(asked.length, 2)
    assert.ok(asked[0]?.signal.aborted)
    last().answer(200)
    last().say(snapshot(9, "two"))
    await settle()
  })

  test("reconnects after a gap and after an unreadable event, and keeps its state meanwhile", async () => {
    const { textNow } = await openWith("one")
    for (const nonsense of ['event: run\ndata: {"seq":9,"run":null}\n\n', "event: run\ndata: {\n\n"]) {
      const before = asked.length
      last().say(nonsense)
      await settle()
      mock.timers.tick(15_001)
      assert.equal(asked.length, before + 1)
      assert.match(textNow(), /one/)
      last().answer(200)
      last().say(snapshot(1, "one"))
      await settle()
    }
    last().say("event: tomorrow\ndata: {\n\n")
    await settle()
    mock.timers.tick(15_001)
    assert.equal(asked.length, 3, "what is newer than this page is no fault")
  })

  test("closes while the page is hidden, and reconnects at once when it is shown, restored or online", async () => {
    const { heard } = await openWith("one")
    isHidden = true
    happens()
    await settle()
    assert.ok(last().signal.aborted)
    mock.timers.tick(600_000)
    assert.equal(asked.length, 1)
    assert.deepEqual(heard, [false, true], "the service does not count as away without a request")
    isHidden = false
    happens()
    assert.equal(asked.length, 2)
    happens()
    assert.equal(asked.length, 3, "a page that slept shows no lost connection")
    assert.deepEqual(
      asked.map(({ signal }) => signal.aborted),
      [true, true, false],
    )
    assert.deepEqual(heard, [false, true, false])
  })

  test("ends when it is refused or closed, and does not reconnect", async () => {
    const { heard } = openHere()
    last().answer(404)
    await settle()
    assert.ok(heard.includes("refused"))
    const { stream } = await openWith("one")
    stream.close()
    await settle()
    happens()
    mock.timers.tick(600_000)
    assert.equal(asked.length, 2)
  })
})
