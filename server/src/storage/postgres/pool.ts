import { DatabaseOutage } from "#kernel/database-outage.ts"
import { recordSince, startTiming } from "#measure/measure.ts"
import { attemptMs, connectPostgres } from "./connect.ts"
import { PostgresLine, type Pulse, pulseMs } from "./line.ts"

/** How long a request waits for a connection, including the time to make one. */
const patienceMs = 4_500
/** Each costs the server a process. After an outage, the first four are ready soon and serve all requests meanwhile. */
const mostAttempts = 4
/** An idle connection is tested before use after this many beats. */
const restBeats = 10
const idleBeats = 60
const closeMs = 2_000

export interface PoolPlan {
  readonly url: string
  readonly size: number
  /** Called when an idle connection breaks. */
  readonly onError: (error: Error) => void
  /** Called when a connection has no time limits. */
  readonly onUnlimited: () => void
}

interface Waiter {
  resolve(line: PostgresLine): void
  reject(fault: DatabaseOutage): void
}

/** Silent connections are closed. A waiting request gets the first free connection, new or returned. */
export class PostgresPool {
  readonly #plan: PoolPlan
  readonly #lines = new Set<PostgresLine>()
  /** The connection used last is used next. */
  readonly #idle: PostgresLine[] = []
  readonly #waiting = new Set<Waiter>()
  readonly #pulse: Pulse = { beat: 0 }
  readonly #heart: NodeJS.Timeout
  #attempts = 0
  #isClosed = false
  readonly #allEnded = Promise.withResolvers<void>()

  constructor(plan: PoolPlan) {
    this.#plan = plan
    this.#heart = setInterval(() => this.#beat(), pulseMs).unref()
  }

  /** Returns a connection that responded recently. Throws DatabaseOutage when none is free within 4.5 s. */
  async acquire({ isPatient = false } = {}): Promise<PostgresLine> {
    const began = startTiming()
    try {
      const line = await this.#findFit(performance.now() + patienceMs)
      line.hold(isPatient)
      return line
    } catch (fault) {
      if (!this.#isClosed) recordSince("db_statement_seconds", began, "failed") // its statement is never sent
      throw fault
    } finally {
      recordSince("db_wait_seconds", began)
    }
  }

  count(): Record<"busy" | "idle" | "opening" | "free", number> {
    const [idle, opening] = [this.#idle.length, this.#attempts]
    return { busy: this.#lines.size - idle, idle, opening, free: this.#plan.size - this.#lines.size - opening }
  }

  /** Takes a connection back. A lost or unfit one is closed to make room for a new one. */
  release(line: PostgresLine): void {
    line.letGo()
    if (line.isUnfit) this.#distrust(Number.POSITIVE_INFINITY) // the others lead to the same server
    if (line.isLost || line.isUnfit) this.#discard(line)
    else if (this.#isClosed) void this.#end(line)
    else this.#handOver(line)
  }

  /** Closes all connections: idle ones at once, the others when they are returned, or after two seconds. */
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

  async #findFit(end: number): Promise<PostgresLine> {
    for (;;) {
      const line = this.#idle.pop() ?? (await this.#wait(end))
      if (await this.#isFit(line)) return line
      this.#discard(line)
    }
  }

  #wait(end: number): Promise<PostgresLine> {
    const { promise, resolve, reject } = Promise.withResolvers<PostgresLine>()
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
      const line = new PostgresLine(await connectPostgres(this.#plan.url, this.#plan.onUnlimited), this.#pulse)
      line.client.on("error", (fault) => this.#lose(line, fault))
      this.#lines.add(line)
      this.#attempts -= 1
      this.release(line)
    } catch (fault) {
      this.#attempts -= 1
      const wasRefused = performance.now() - began < attemptMs - 50 // otherwise it timed out, and another starts
      if (wasRefused && this.#lines.size > 0) return // the open connections serve the waiting requests
      if (wasRefused) this.#refuse(fault)
    }
    this.#grow()
  }

  #handOver(line: PostgresLine): void {
    const [waiter] = this.#waiting
    if (!waiter) return void this.#idle.push(line)
    this.#waiting.delete(waiter)
    waiter.resolve(line)
  }

  #refuse(fault: unknown): void {
    for (const waiter of this.#waiting) waiter.reject(outOfReach(fault))
    this.#waiting.clear()
  }

  /** Removes an idle connection that broke. One in use is returned by its user instead. */
  #lose(line: PostgresLine, fault: Error): void {
    const at = this.#idle.indexOf(line)
    if (at < 0) return
    this.#idle.splice(at, 1)
    this.#discard(line)
    this.#plan.onError(fault)
  }

  async #isFit(line: PostgresLine): Promise<boolean> {
    if (line.isLost || line.isUnfit) return false
    return this.#pulse.beat - line.heardAt <= restBeats || line.isAlive()
  }

  #discard(line: PostgresLine): void {
    line.cut()
    this.#forget(line)
    this.#grow()
  }

  async #end(line: PostgresLine): Promise<void> {
    await line.client.end().catch(() => {})
    this.#forget(line)
  }

  #forget(line: PostgresLine): void {
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

  /** Marks connections that have not responded since a beat as unfit. They are replaced before their next use. */
  #distrust(beat: number): void {
    for (const line of this.#lines) if (line.heardAt <= beat) line.isUnfit = true
  }
}

const outOfReach = (fault: unknown) => new DatabaseOutage("The database is out of reach", fault)
