import { setTimeout as sleep } from "node:timers/promises"
import { newId } from "#kernel/ids.ts"
import type { Log } from "#kernel/log.ts"
import { openMemoryBus } from "./memory.ts"
import type { Bus, Topic } from "./port.ts"
import { type OpenWire, ReconnectingWire } from "./reconnecting-wire.ts"

/** Messages within this time are sent to the other processes together. */
const gatherMs = 20
/** Above this many waiting messages, the other processes get a gap instead. */
const mostWaiting = 1_000
const lastWordsMs = 1_000
/** The most characters by topic. PostgreSQL accepts 8,000 bytes. */
const lengths: Readonly<Record<Topic, number>> = {
  ...{ access: 200, changes: 200, docs: 200, domains: 200, events: 200, runs: 200 },
  presence: 2_000,
}
const isTopic = (name: string): name is Topic => Object.hasOwn(lengths, name)
const isText = (topic: Topic, text: string) => text !== "" && text.length <= lengths[topic] && !text.includes("\0")
/** The subject of a text. Of several texts with one subject, only the newest is sent. */
const keyOf = (topic: Topic, text: string) =>
  `${topic} ${topic === "presence" ? text.replace(/ .*/s, "") : text.replace(/:\d+$/, ":")}`

/** A bus that sends messages to other processes over a connection, and calls local listeners directly. */
export class RemoteBus implements Bus {
  readonly #log: Log
  readonly #local: ReturnType<typeof openMemoryBus>
  readonly #wire: ReconnectingWire
  /** The prefix of this process's lines, which it ignores when they come back. */
  readonly #self = newId("process")
  readonly #waiting = new Map<string, string>()
  /** Transient messages, whose loss causes no gap. */
  readonly #passing = new Map<string, string>()
  #flushing: NodeJS.Timeout | undefined
  #flushedAt = 0
  #isGapDue = false

  constructor(open: OpenWire, log: Log, longestRestMs = 30_000) {
    this.#log = log
    this.#local = openMemoryBus(log)
    const hear = { onText: (line: string) => this.#receive(line), onUp: () => this.#onUp() }
    this.#wire = new ReconnectingWire({ open, log, longestRestMs, ...hear })
  }

  publish(topic: Topic, text: string): void {
    this.#local.publish(topic, text)
    if (!isText(topic, text)) {
      this.#log.error({ topic }, "A message of the bus is too long, and stays in this process.")
      return
    }
    const lines = topic === "presence" ? this.#passing : this.#waiting
    if (lines === this.#passing && (!this.isUp() || lines.size >= mostWaiting)) return
    lines.set(keyOf(topic, text), `${this.#self} ${topic} ${text}`)
    const waitMs = Math.max(0, this.#flushedAt + gatherMs - performance.now())
    this.#flushing ??= setTimeout(() => void this.#flush(), waitMs).unref()
  }

  subscribe(topic: Topic, on: (text: string) => void): () => void {
    return this.#local.subscribe(topic, on)
  }

  onGap(on: () => void): () => void {
    return this.#local.onGap(on)
  }

  isUp(): boolean {
    return this.#wire.isUp
  }

  async close(): Promise<void> {
    await Promise.race([this.#flush(), sleep(lastWordsMs, undefined, { ref: false })])
    this.#wire.close()
    await this.#local.close()
  }

  #receive(line: string): void {
    if (line.startsWith(this.#self)) return
    const [, topic = "", text = ""] = /^\w+ (\w+) (.*)$/s.exec(line) ?? []
    if (topic === "gap") this.#local.tellGap()
    else if (isTopic(topic) && isText(topic, text)) this.#local.tell(topic, text)
  }

  #onUp(): void {
    if (this.#isGapDue) void this.#flush()
    this.#local.tellGap()
  }

  /** A process that is notified of a gap reads everything, so it needs no other message. */
  async #flush(): Promise<void> {
    clearTimeout(this.#flushing)
    this.#flushing = undefined
    this.#flushedAt = performance.now()
    const isGap = this.#isGapDue || this.#waiting.size > mostWaiting
    const lines = isGap ? [`${this.#self} gap `] : [...this.#waiting.values()]
    const passing = [...this.#passing.values()]
    this.#waiting.clear()
    this.#passing.clear()
    if (lines.length + passing.length === 0) return
    this.#isGapDue = false
    if (!(await this.#wire.send([...lines, ...passing])) && lines.length > 0) this.#isGapDue = true
  }
}
