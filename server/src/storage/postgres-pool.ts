import { DatabaseOutage } from "#kernel/database-outage.ts"
import { attemptMs, connect } from "./postgres-connect.ts"
import { beatMs, Line, type Pulse } from "./postgres-line.ts"

/** How long a request waits for a connection, in the queue or while one is made. */
const patienceMs = 4_500
/**
 * So many are made at once. Each costs the server a process: twenty at once, after an outage, would all be ready late,
 * where the first few are ready soon and serve everybody meanwhile.
 */
const mostAttempts = 4
/** After so many beats of rest a connection is asked whether it still answers before it is used. */
const restBeats = 10
/** After so many it is closed. */
const idleBeats = 60
const closeMs = 2_000

/** Where it leads, and how many connections there are at the most. */
export interface PoolPlan {
  readonly url: string
  readonly size: number
  /** Hears of connections that break while they are idle. */
  readonly onError: (error: Error) => void
}

interface Waiter {
  resolve(line: Line): void
  reject(fault: DatabaseOutage): void
}

/**
 * Connections to PostgreSQL that are given up when they are silent, and never handed out once they are known to be.
 * Whoever waits gets the first one that is free, be it new or given back: no attempt to connect is anybody's own.
 */
export class PostgresPool {
  readonly #plan: PoolPlan
  readonly #lines = new Set<Line>()
  /** The one that was used last is used next. */
  readonly #idle: Line[] = []
  readonly #waiting = new Set<Waiter>()
  readonly #pulse: Pulse = { beat: 0 }
  readonly #heart: NodeJS.Timeout
  #attempts = 0
  #isClosed = false
  readonly #allEnded = Promise.withResolvers<void>()

  constructor(plan: PoolPlan) {
    this.#plan = plan
    this.#heart = setInterval(() => this.#beat(), beatMs).unref()
  }

  /** Answers a connection that works, as far as one can know. Throws DatabaseOutage when there is none in time. */
  async acquire({ isPatient = false } = {}): Promise<Line> {
    const end = performance.now() + patienceMs
    for (;;) {
      const line = this.#idle.pop() ?? (await this.#wait(end))
      if (await this.#isFit(line)) {
        line.hold(isPatient)
        return line
      }
      this.#discard(line)
    }
  }

  /** Takes a connection back; one that is lost, or leads nowhere, makes room for a new one. */
  release(line: Line): void {
    line.letGo()
    if (line.isUnfit) this.#distrust(Number.POSITIVE_INFINITY) // the others lead to the same place
    if (line.isLost || line.isUnfit) this.#discard(line)
    else if (this.#isClosed) void this.#end(line)
    else this.#handOver(line)
  }

  /** Ends all connections: the idle ones at once, the others when they are given back, or after two seconds. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#refuse(new Error("it was closed"))
    for (const line of this.#idle.splice(0)) void this.#end(line)
    const late = setTimeout(() => {
      for (const line of this.#lines) line.cut()
      this.#allEnded.resolve()
    }, closeMs)
    if (this.#lines.size > 0) await this.#allEnded.promise
    clearTimeout(late)
    clearInterval(this.#heart)
  }

  #wait(end: number): Promise<Line> {
    const { promise, resolve, reject } = Promise.withResolvers<Line>()
    const waiter = { resolve, reject }
    const late = setTimeout(() => reject(outOfReach(new Error("no connection in time"))), end - performance.now())
    this.#waiting.add(waiter)
    if (this.#isClosed) this.#refuse(new Error("it was closed"))
    else this.#grow()
    return promise.finally(() => {
      clearTimeout(late)
      this.#waiting.delete(waiter)
    })
  }

  /** Makes connections for those who wait, as far as there is room. */
  #grow(): void {
    const { size } = this.#plan
    while (this.#attempts < Math.min(mostAttempts, this.#waiting.size) && this.#lines.size + this.#attempts < size) {
      void this.#connect()
    }
  }

  async #connect(): Promise<void> {
    this.#attempts += 1
    const began = performance.now()
    try {
      const line = new Line(await connect(this.#plan.url), this.#pulse)
      line.client.on("error", (fault) => this.#lose(line, fault))
      this.#lines.add(line)
      this.#attempts -= 1
      this.release(line)
    } catch (fault) {
      this.#attempts -= 1
      const wasRefused = performance.now() - began < attemptMs - 50 // else it came to nothing, and is tried anew
      if (wasRefused && this.#lines.size > 0) return // those that there are serve who waits
      if (wasRefused) this.#refuse(fault)
    }
    this.#grow()
  }

  #handOver(line: Line): void {
    const [waiter] = this.#waiting
    if (!waiter) return void this.#idle.push(line)
    this.#waiting.delete(waiter)
    waiter.resolve(line)
  }

  #refuse(fault: unknown): void {
    for (const waiter of this.#waiting) waiter.reject(outOfReach(fault))
    this.#waiting.clear()
  }

  /** It broke while it was nobody's; what breaks in somebody's hands is given back by them. */
  #lose(line: Line, fault: Error): void {
    const at = this.#idle.indexOf(line)
    if (at < 0) return
    this.#idle.splice(at, 1)
    this.#discard(line)
    this.#plan.onError(fault)
  }

  async #isFit(line: Line): Promise<boolean> {
    if (line.isLost || line.isUnfit) return false
    return this.#pulse.beat - line.heardAt <= restBeats || line.isAlive()
  }

  #discard(line: Line): void {
    line.cut()
    this.#forget(line)
    this.#grow()
  }

  /** Ends one that is nobody's as one should. */
  async #end(line: Line): Promise<void> {
    await line.client.end().catch(() => {})
    this.#forget(line)
  }

  #forget(line: Line): void {
    this.#lines.delete(line)
    if (this.#isClosed && this.#lines.size === 0) this.#allEnded.resolve()
  }

  #beat(): void {
    this.#pulse.beat += 1
    for (const line of this.#lines) {
      if (!line.isLate) continue
      line.cut()
      this.#distrust(line.askedAt ?? -1)
    }
    const rested = this.#idle.findIndex(({ heardAt }) => this.#pulse.beat - heardAt <= idleBeats)
    for (const line of this.#idle.splice(0, rested < 0 ? this.#idle.length : rested)) void this.#end(line)
  }

  /** What was not heard from after a beat is replaced before it is used again. */
  #distrust(beat: number): void {
    for (const line of this.#lines) if (line.heardAt <= beat) line.isUnfit = true
  }
}

const outOfReach = (fault: unknown) => new DatabaseOutage("The database is out of reach", fault)
