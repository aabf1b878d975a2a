import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import type { ShownConversation, ShownMessage, ShownPart } from "../../../../../server/src/contract/shown.ts"
import {
  callOf,
  conversationOf,
  messageOf,
  textOf,
} from "../../../../../server/test/support/assistant/shown-conversation.ts"
import { runs } from "../../../../../server/test/support/basics/property-runs.ts"
import { EventReader } from "./event-reader.ts"
import { applyEvent, type ConversationEvent, type Known, parseEvent } from "./reducer.ts"

/** A change in a conversation. */
type Happening =
  | { what: "message"; at: number; isNew: boolean }
  | { what: "text"; at: number; text: string }
  | { what: "call"; at: number; call: number }
  | { what: "run"; isOn: boolean }

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ what: fc.constant("message" as const), at: fc.nat(4), isNew: fc.boolean() }),
  fc.record({ what: fc.constant("text" as const), at: fc.nat(4), text: fc.string({ maxLength: 4 }) }),
  fc.record({ what: fc.constant("call" as const), at: fc.nat(4), call: fc.nat(3) }),
  fc.record({ what: fc.constant("run" as const), isOn: fc.boolean() }),
)

type Draft = { messages: (Omit<ShownMessage, "parts"> & { parts: ShownPart[] })[]; run: ShownConversation["run"] }

/** A model of the service, independent of the page's code: it changes its state in place, and returns the event. */
class Service {
  readonly #has: Draft = { messages: [], run: null }
  #seq = 0

  get snapshot(): ConversationEvent {
    const conversation = { ...conversationOf([]), ...structuredClone(this.#has) }
    return { name: "snapshot", seq: this.#seq, conversation }
  }

  do(one: Happening): ConversationEvent {
    this.#seq += 1
    const seq = this.#seq
    if (one.what === "run") {
      this.#has.run = one.isOn ? { id: `run_${seq}`, state: "running", isThinking: false } : null
      return { name: "run", seq, run: structuredClone(this.#has.run) }
    }
    const message = this.#has.messages[one.at % Math.max(1, this.#has.messages.length)]
    if (one.what === "message" || !message)
      return this.#put(seq, one.what === "message" && !one.isNew ? message : undefined)
    if (one.what === "text") {
      const last = message.parts.at(-1)
      if (last?.type === "text") Object.assign(last, { text: last.text + one.text })
      else message.parts.push(textOf(one.text))
      return { name: "text", seq, message: message.id, text: one.text }
    }
    const { call } = callOf({ id: `call_${one.call}`, summary: `at ${seq}` })
    const place = message.parts.findIndex((part) => part.type === "call" && part.call.id === call.id)
    if (place < 0) message.parts.push({ type: "call", call })
    else message.parts[place] = { type: "call", call }
    return { name: "call", seq, message: message.id, call }
  }

  #put(seq: number, before: Draft["messages"][number] | undefined): ConversationEvent {
    const parts = [textOf(`said at ${seq}`)]
    if (before) before.parts = parts
    const message = before ?? { ...messageOf([]), parts }
    if (!before) this.#has.messages.push(message)
    return { name: "message", seq, message: structuredClone(message) }
  }
}

function follow(events: readonly ConversationEvent[]): Known | undefined {
  let known: Known | undefined
  for (const one of events) known = applyEvent(known, one)
  return known
}

describe("the page's state of a conversation", () => {
  test("equals the service's state after any events", () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 40 }), (all) => {
        const service = new Service()
        const events = [service.snapshot, ...all.map((one) => service.do(one))]
        assert.deepEqual(follow(events), follow([service.snapshot]))
      }),
      { numRuns: runs(100) },
    )
  })

  test("is the same after lost events followed by a snapshot, and after repeated events", () => {
    const cut = fc.record({ all: fc.array(happening, { maxLength: 30 }), from: fc.nat(30), size: fc.nat(30) })
    fc.assert(
      fc.property(cut, ({ all, from, size }) => {
        const service = new Service()
        const whole: ConversationEvent[] = [service.snapshot]
        const broken: ConversationEvent[] = [service.snapshot]
        for (const [at, one] of all.entries()) {
          const event = service.do(one)
          whole.push(event)
          const isLost = at >= from && at < from + size
          if (!isLost) broken.push(event, event)
          if (at === from + size - 1 || at === all.length - 1) broken.push(service.snapshot)
        }
        assert.deepEqual(follow(broken), follow(whole))
      }),
      { numRuns: runs(100) },
    )
  })

  test("is undefined before a snapshot, after a gap, and after an event for an unknown message", () => {
    const service = new Service()
    const first = service.do({ what: "message", at: 0, isNew: true })
    assert.equal(applyEvent(undefined, first), undefined)
    const known = applyEvent(undefined, service.snapshot)
    service.do({ what: "run", isOn: true })
    assert.equal(applyEvent(known, service.do({ what: "run", isOn: false })), undefined)
    assert.equal(
      applyEvent({ seq: 7, conversation: conversationOf([]) }, { name: "text", seq: 8, message: "none", text: "a" }),
      undefined,
    )
  })

  test("keeps the objects of unchanged messages, so that only changed ones are drawn again", () => {
    const before = { seq: 1, conversation: conversationOf([messageOf("a"), messageOf([textOf("b")])]) }
    const [, second] = before.conversation.messages
    assert.ok(second)
    const after = applyEvent(before, { name: "text", seq: 2, message: second.id, text: "c" })
    assert.equal(after?.conversation.messages[0], before.conversation.messages[0])
    assert.notEqual(after?.conversation.messages[1], second)
  })
})

describe("an event of the stream", () => {
  test("is read by its name; an unknown name is ignored, and malformed data is an error", () => {
    assert.deepEqual(parseEvent("run", '{"seq":3,"run":null}'), { name: "run", seq: 3, run: null })
    assert.equal(parseEvent("tomorrow", "whatever"), undefined)
    assert.equal(parseEvent("constructor", "{}"), undefined)
    for (const data of [
      "",
      "null",
      "7",
      "{",
      '{"seq":1}',
      '{"seq":"1","run":null}',
      '{"seq":1.5,"run":null}',
      '{"run":null}',
    ]) {
      assert.equal(parseEvent("run", data), null, data)
    }
    assert.equal(parseEvent("snapshot", '{"seq":1,"conversation":{"messages":7}}'), null)
    assert.equal(parseEvent("text", '{"seq":1,"message":"m","text":7}'), null)
    assert.equal(parseEvent("call", '{"seq":1,"message":"m","call":{"id":"c"}}'), null)
  })

  test("is the same for every division of its bytes", () => {
    const text = ": alive\nretry: 1000\n\nevent: text\ndata: é🙂\r\ndata: more\n\r\ndata:no name\n\nevent: unfinished\n"
    const bytes = new TextEncoder().encode(text)
    const expected = [
      { name: "text", data: "é🙂\nmore" },
      { name: "message", data: "no name" },
    ]
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (places) => {
        const reader = new EventReader()
        const ends = [0, ...places.sort((one, other) => one - other), bytes.length]
        const said = ends.flatMap((end, at) => reader.read(bytes.subarray(ends[at - 1] ?? 0, end)))
        assert.deepEqual(said, expected)
      }),
    )
  })

  test("is read in linear time, even as one line of 8 MB in thousands of pieces", () => {
    const [size, piece] = [8_000_000, 2_048]
    const bytes = new TextEncoder().encode(`data: ${"x".repeat(size)}\n\n`)
    const reader = new EventReader()
    const before = process.cpuUsage()
    const said: number[] = []
    for (let at = 0; at < bytes.length; at += piece) {
      for (const { data } of reader.read(bytes.subarray(at, at + piece))) said.push(data.length)
    }
    assert.deepEqual(said, [size])
    assert.ok(process.cpuUsage(before).user < 1_000_000, "in microseconds")
  })
})
