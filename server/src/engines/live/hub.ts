import type { Context } from "#access/context.ts"
import { type App, systemContext } from "#access/perform.ts"
import { findEnded, listHeads } from "#domains/live/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { StreamRegistry } from "./registry.ts"
import type { ChangeStream } from "./stream.ts"

const aliveMs = 25_000
const alive = "event: alive\ndata: {}\n\n"
const beatMs = 2_000
/** Everything is checked after this many beats, since messages can be lost; while the bus is down, at each beat. */
const pollBeats = 15
const mostStreamsOfAccount = 20

/** Sends changes to all streams of this process. Bus messages only wake it; the changes come from the database. */
export class Hub {
  readonly #cx: Context
  readonly #streams: StreamRegistry
  readonly #endings: (() => unknown)[]
  readonly #toCheck = new Set<string>()
  #isChecking = false
  #isPolling = false
  #isPollDue = false
  #beats = 0

  constructor(app: App) {
    this.#cx = systemContext(app)
    this.#streams = new StreamRegistry(this.#cx, (fault) => this.#fail(fault))
    const timers = [
      setInterval(() => this.#beat(), beatMs).unref(),
      setInterval(() => this.#sayAlive(), aliveMs).unref(),
    ]
    this.#endings = [
      app.bus.subscribe("changes", (text) => this.#onChanges(text)),
      app.bus.subscribe("access", (accountId) => this.#check(accountId)),
      app.bus.onGap(() => void this.#poll()),
      ...timers.map((timer) => () => clearInterval(timer)),
    ]
  }

  /** Adds a stream. Ends the oldest stream of an account that has too many. */
  add(stream: ChangeStream): void {
    const own = this.#streams.ofAccount(stream.accountId)
    if (own.length >= mostStreamsOfAccount) own[0]?.end("retry: 30000\n\n")
    stream.write(alive) // shows the browser that the stream is open
    this.#streams.add(stream).tellNews()
    this.#check(stream.accountId) // access may have ended since the request was authorized
  }

  remove(stream: ChangeStream): void {
    this.#streams.remove(stream)
  }

  count(): number {
    return this.#streams.size
  }

  /** Ends all streams. The browsers reconnect after a second, to another process or the next one. */
  close(): void {
    for (const end of this.#endings) end()
    for (const stream of this.#streams.all()) stream.end("retry: 1000\n\n")
  }

  #beat(): void {
    this.#beats += 1
    if (this.#isPollDue || !this.#cx.bus.isUp() || this.#beats % pollBeats === 0) void this.#poll()
  }

  /**
   * Keeps proxies from closing the stream, and lets the page notice a silently lost connection. Sent as an event,
   * because browsers do not show comments to scripts.
   */
  #sayAlive(): void {
    for (const stream of this.#streams.all()) stream.write(alive)
  }

  #onChanges(text: string): void {
    const colon = text.lastIndexOf(":")
    const audience = this.#streams.audiences.get(text.slice(0, colon) as WorkspaceId)
    const seq = Number(text.slice(colon + 1))
    if (audience && [...audience.streams].some((stream) => !(Number(stream.seq) >= seq))) audience.tellNews()
  }

  #check(accountId: string): void {
    if (this.#streams.ofAccount(accountId).length === 0) return
    this.#toCheck.add(accountId)
    if (!this.#isChecking) void this.#checkAccounts()
  }

  async #checkAccounts(): Promise<void> {
    this.#isChecking = true
    while (this.#toCheck.size > 0) {
      const streams = [...this.#toCheck].flatMap((accountId) => this.#streams.ofAccount(accountId))
      this.#toCheck.clear()
      await this.#endEnded(streams).catch((fault) => this.#fail(fault))
    }
    this.#isChecking = false
  }

  /** Compares every watched workspace's number with the streams', and checks that the watchers still have access. */
  async #poll(): Promise<void> {
    if (this.#isPolling || this.#streams.audiences.size === 0) return
    this.#isPolling = true
    this.#isPollDue = false
    try {
      const heads = await listHeads(this.#cx, [...this.#streams.audiences.keys()])
      for (const [workspaceId, audience] of this.#streams.audiences) {
        const head = heads.get(workspaceId) ?? 0
        if ([...audience.streams].some(({ seq }) => seq !== head)) audience.tellNews()
      }
      await this.#endEnded(this.#streams.all())
    } catch (fault) {
      this.#fail(fault)
    } finally {
      this.#isPolling = false
    }
  }

  async #endEnded(streams: readonly ChangeStream[]): Promise<void> {
    for (const [stream, reason] of await findEnded(this.#cx, streams)) {
      stream.end(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`)
    }
  }

  #fail(fault: unknown): void {
    this.#isPollDue = true
    this.#cx.log.warn({ fault }, "Changes could not be read for the live streams.")
  }
}
