import { setTimeout as sleep } from "node:timers/promises"
import { newId } from "#kernel/ids.ts"
import type { Log } from "#kernel/log.ts"
import { recordSince, startTiming } from "#measure/measure.ts"

/** Sends texts to every process that listens, this one included. */
export type Send = (texts: readonly string[]) => Promise<unknown>

export interface WireEvents {
  text(text: string): void
  lost(): void
}

/** Opens a connection. `signal` ends it, also while it is opening. */
export type OpenWire = (on: WireEvents, signal: AbortSignal) => Promise<Send>

interface Plan {
  readonly open: OpenWire
  readonly log: Log
  readonly onText: (text: string) => void
  /** Called each time when texts begin to arrive. */
  readonly onUp: () => void
  /** The longest time between two attempts to reconnect. */
  readonly longestRestMs: number
}

/** The deadline for a response. */
const answerMs = 3_000
/** How often a silent connection is probed. */
const heartMs = 30_000

interface Line {
  readonly ending: AbortController
  readonly ended: Promise<void>
  send: Send
}

/**
 * The connection is up once its own text has come back: a pool, replica or network may accept texts and pass none on.
 */
export class ReconnectingWire {
  readonly #plan: Plan
  readonly #closing = new AbortController()
  readonly #heart: NodeJS.Timeout
  readonly #echoes = new Map<string, () => void>()
  #line: Line | undefined
  #isAway = false
  #fault = "The connection ended."

  constructor(plan: Plan) {
    this.#plan = plan
    this.#heart = setInterval(() => this.#listenToHeart(), heartMs).unref()
    void this.#keepOpen()
  }

  get isUp(): boolean {
    return this.#line !== undefined
  }

  /** Returns whether the texts were accepted. If not, the connection is reopened. */
  async send(texts: readonly string[]): Promise<boolean> {
    const line = this.#line
    return line !== undefined && this.#inTime(line, line.send(texts))
  }

  close(): void {
    clearInterval(this.#heart)
    this.#closing.abort()
    this.#line?.ending.abort()
  }

  async #keepOpen(): Promise<void> {
    const { signal } = this.#closing
    let failures = 0
    while (!signal.aborted) {
      const line = await this.#open()
      if (line && !signal.aborted) {
        failures = 0
        this.#begin(line)
        await line.ended
        this.#line = undefined
      }
      if (signal.aborted) return
      if (!this.#isAway) this.#plan.log.warn({ error: this.#fault }, "The bus between processes is down: each polls.")
      this.#isAway = true
      await sleep(restOf(failures++, this.#plan.longestRestMs), undefined, { ref: false, signal }).catch(() => {})
    }
  }

  /** Opens a connection on which texts come back. Undefined when that fails. */
  async #open(): Promise<Line | undefined> {
    const ending = new AbortController()
    const ended = new Promise<void>((resolve) => ending.signal.addEventListener("abort", () => resolve()))
    const line: Line = { ending, ended, send: async () => {} }
    const on = { text: (text: string) => this.#onText(text), lost: () => ending.abort() }
    const open = async () => {
      line.send = await this.#plan.open(on, ending.signal)
      await this.#hearEcho(line)
    }
    this.#closing.signal.addEventListener("abort", on.lost, { signal: ending.signal })
    return (await this.#inTime(line, open())) ? line : undefined
  }

  #begin(line: Line): void {
    this.#line = line
    if (this.#isAway) this.#plan.log.info({}, "The bus between processes is back.")
    this.#isAway = false
    this.#plan.onUp()
  }

  #listenToHeart(): void {
    const line = this.#line
    if (line) void this.#inTime(line, this.#hearEcho(line))
  }

  async #hearEcho(line: Line): Promise<void> {
    const echo = newId("echo")
    const began = startTiming()
    const heard = new Promise<void>((resolve) => this.#echoes.set(echo, resolve))
    void heard.then(() => recordSince("bus_delay_seconds", began))
    try {
      await line.send([echo])
      await Promise.race([heard, line.ended])
    } finally {
      this.#echoes.delete(echo)
    }
  }

  #onText(text: string): void {
    if (text.startsWith("echo_")) this.#echoes.get(text)?.()
    else this.#plan.onText(text)
  }

  /** Waits for a connection's work. If it fails or is late, ends the connection and returns false. */
  async #inTime({ ending, ended }: Line, work: Promise<unknown>): Promise<boolean> {
    const end = (fault: Error) => {
      this.#fault = fault.message
      ending.abort()
    }
    const late = setTimeout(() => end(new Error("It did not answer in time.")), answerMs)
    await Promise.race([work, ended]).catch(end)
    clearTimeout(late)
    return !ending.signal.aborted
  }
}

/** A second or more, with jitter so that processes do not reconnect together. */
function restOf(failures: number, longestRestMs: number): number {
  return Math.min(1_000 * 2 ** failures, longestRestMs) * (0.75 + Math.random() / 2)
}
