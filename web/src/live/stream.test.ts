import assert from "node:assert/strict"
import { beforeEach, describe, mock, test } from "node:test"
import { type ChangeBatch, EventStream } from "./stream.ts"

/** A browser's EventSource, without a service. */
class EventSourceHere extends EventTarget {
  static readonly CLOSED = 2
  static opened: EventSourceHere[] = []
  readonly url: string
  readyState = 0
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null

  constructor(url: string) {
    super()
    this.url = url
    EventSourceHere.opened.push(this)
  }

  static get last(): EventSourceHere {
    const last = EventSourceHere.opened.at(-1)
    assert.ok(last)
    return last
  }

  close(): void {
    this.readyState = 2
  }

  say(name: string, data: unknown = {}, lastEventId = ""): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }))
  }

  /** Fails as on a broken connection, or on a response that is not 200. */
  fail(isRefused: boolean): void {
    this.readyState = isRefused ? 2 : 0
    this.onerror?.()
  }
}

function openHere() {
  let known = 7
  const batches: ChangeBatch[] = []
  const heard: string[] = []
  const stream = new EventStream({
    address: "/console/live?workspace=studio",
    known: () => known,
    onChanges(one) {
      known = one.seq
      batches.push(one)
    },
    onAlive: () => heard.push("alive"),
    onLost: () => heard.push("lost"),
    onRefused: () => heard.push("refused"),
  })
  return { stream, batches, heard }
}

const count = () => EventSourceHere.opened.length

describe("the stream of a browser", () => {
  beforeEach(() => {
    mock.timers.reset()
    mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 })
    EventSourceHere.opened = []
    Object.assign(globalThis, { EventSource: EventSourceHere })
  })

  test("reports changes, and resumes from the last number after a break", () => {
    const { batches, heard } = openHere()
    assert.equal(EventSourceHere.last.url, "/console/live?workspace=studio&after=7")
    EventSourceHere.last.onopen?.()
    const changes = [{ kind: "links", ref: null }]
    EventSourceHere.last.say("changes", changes, "9")
    assert.deepEqual(batches, [{ seq: 9, changes }])
    EventSourceHere.last.fail(false)
    assert.equal(count(), 1, "not at once: all browsers would come together")
    mock.timers.tick(2_001)
    assert.equal(EventSourceHere.last.url, "/console/live?workspace=studio&after=9")
    EventSourceHere.last.say("reset", {}, "3")
    assert.deepEqual(batches.at(-1), { seq: 3, changes: "all" })
    assert.ok(!heard.includes("refused"))
  })

  test("waits longer with each attempt, and finally makes at most two attempts a minute", () => {
    openHere()
    for (let tries = 0; tries < 12; tries += 1) {
      EventSourceHere.last.fail(false)
      mock.timers.tick(60_000)
    }
    const before = count()
    EventSourceHere.last.fail(false)
    mock.timers.tick(29_999)
    assert.equal(count(), before)
    mock.timers.tick(30_001)
    assert.equal(count(), before + 1)
  })

  test("reconnects soon after a stream that sent anything, after any number of breaks", () => {
    openHere()
    for (let tries = 0; tries < 12; tries += 1) {
      EventSourceHere.last.fail(false)
      mock.timers.tick(60_000)
    }
    EventSourceHere.last.onopen?.()
    EventSourceHere.last.say("alive")
    const before = count()
    EventSourceHere.last.fail(false)
    mock.timers.tick(2_001)
    assert.equal(count(), before + 1)
  })

  test("is reopened after a minute of silence, as on a connection that was lost without a sign", () => {
    const { stream } = openHere()
    EventSourceHere.last.onopen?.()
    mock.timers.tick(50_000)
    EventSourceHere.last.say("alive")
    mock.timers.tick(50_000)
    assert.equal(count(), 1)
    mock.timers.tick(10_001)
    mock.timers.tick(2_001)
    assert.equal(count(), 2)
    stream.close()
    mock.timers.tick(600_000)
    assert.equal(count(), 2)
  })

  test("is checked at once when the browser wakes", () => {
    const { stream } = openHere()
    EventSourceHere.last.onopen?.()
    mock.timers.tick(1_000)
    stream.wake()
    assert.equal(count(), 1, "it was heard a moment ago")
    mock.timers.tick(31_000)
    stream.wake()
    assert.equal(count(), 2)
  })

  test("reports that it was refused or ended, and retries until it is closed", () => {
    const { heard, stream } = openHere()
    EventSourceHere.last.fail(true)
    assert.deepEqual(heard, ["lost", "refused"])
    mock.timers.tick(2_001)
    EventSourceHere.last.say("end", { reason: "no_access" })
    assert.deepEqual(heard, ["lost", "refused", "lost", "refused"])
    stream.close()
    mock.timers.tick(600_000)
    assert.equal(count(), 2)
  })
})
