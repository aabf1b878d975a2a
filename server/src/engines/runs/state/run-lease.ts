import type { Inside } from "#access/context.ts"
import {
  findRun,
  findRunMember,
  giveLeaseBack,
  LeaseLost,
  leaseMs,
  type RunEnd,
  type RunRow,
  renewRunLease,
  transitionRun,
  waitForPerson,
} from "#domains/assistant/on-demand.ts"
import type { Engine } from "./engine.ts"

export class AccessLost extends Error {}

/** Renews the lease, and notices when the person stops the run or another process takes it. */
export class RunLease {
  readonly #engine: Engine
  readonly #timer: NodeJS.Timeout
  readonly #stopping = new AbortController()
  readonly startedAt: number
  run: RunRow
  #isStopAsked = false
  #isReleased = false
  #isLost = false
  #excusedMs = 0
  /** The time until which no other process can have taken the run. */
  #heldUntil = performance.now() + leaseMs

  constructor(engine: Engine, run: RunRow) {
    this.#engine = engine
    this.run = run
    this.startedAt = performance.now()
    this.#isStopAsked = run.stop_asked_at !== null // the process before was killed before it noticed
    if (this.#isStopAsked) this.#stopping.abort()
    this.#timer = setInterval(() => void this.keep(), leaseMs / 3).unref()
  }

  /** Aborted when the person stops the run or loses access, or when this process loses the run. */
  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  get isStopAsked(): boolean {
    return this.#isStopAsked
  }

  /** @throws LeaseLost where `write` returns a falsy value: another process has the run. */
  async #writeOwn(write: (cx: Inside) => Promise<unknown>): Promise<void> {
    const heldUntil = performance.now() + leaseMs
    if (!(await this.#engine.cx.atomically(write))) {
      this.#lose()
      throw new LeaseLost()
    }
    this.#heldUntil = heldUntil
  }

  /** Renews the lease. Once that has failed for the length of a lease, another process may have the run. */
  async keep(): Promise<void> {
    try {
      await this.renew()
    } catch {
      if (performance.now() >= this.#heldUntil) this.#lose()
    }
  }

  #lose(): void {
    this.#isLost = true
    this.#stopping.abort()
  }

  /** Renews the lease, and checks whether the run was stopped. @throws LeaseLost */
  async renew(): Promise<void> {
    await this.#writeOwn((cx) => renewRunLease(cx, this.run))
    await this.look()
  }

  /** Checks whether the person stopped the run or lost access. @throws LeaseLost */
  async look(): Promise<void> {
    const now = await findRun(this.#engine.cx, this.run.id)
    const isOwn = now?.turn === this.run.turn && !this.#isReleased
    if (isOwn && now?.stop_asked_at === null) {
      if (!(await findRunMember(this.#engine.cx, this.run))) this.#stopping.abort(new AccessLost())
      return
    }
    this.#isStopAsked = isOwn
    if (isOwn) return this.#stopping.abort()
    this.#lose()
    throw new LeaseLost()
  }

  /** Ends the run. @throws LeaseLost */
  async end(how: RunEnd): Promise<void> {
    clearInterval(this.#timer)
    if (this.#isReleased) throw new LeaseLost()
    const run = { ...this.#owned, worked_ms: this.workedMs }
    await this.#writeOwn((cx) => transitionRun(cx, how, run))
    this.#engine.live.touch(this.run.conversation_id)
  }

  /** If the person decided while the work was ending, the run is queued instead. @throws LeaseLost */
  async wait(): Promise<void> {
    clearInterval(this.#timer)
    if (this.#isReleased) throw new LeaseLost()
    const { cx, live } = this.#engine
    const { conversation_id } = this.run
    const moved = await cx.atomically((inside) => waitForPerson(inside, { ...this.run, worked_ms: this.workedMs }))
    if (!moved) throw new LeaseLost()
    if (moved.state === "queued") cx.bus.publish("runs", conversation_id)
    live.touch(conversation_id)
  }

  /** Gives the run up without ending it, so that another process can continue it. */
  release(): void {
    this.#isReleased = true
    this.#stopping.abort()
  }

  /** Ends the lease of a released run, so that the next process can take it at once. */
  async giveBack(): Promise<void> {
    const { cx } = this.#engine
    await cx.atomically((cx) => giveLeaseBack(cx, this.run, this))
    cx.bus.publish("runs", this.run.conversation_id)
  }

  get #owned(): Pick<RunRow, "id" | "turn"> {
    return { id: this.run.id, turn: this.run.turn }
  }

  /** Milliseconds of work on the run, under this lease and earlier ones. */
  get workedMs(): number {
    return this.run.worked_ms + Math.round(performance.now() - this.startedAt - this.#excusedMs)
  }

  /** Excludes the wait for a model's first output from the run's time of work. */
  excuse(ms: number): void {
    this.#excusedMs += ms
  }

  get isReleased(): boolean {
    return this.#isReleased
  }

  get isOver(): boolean {
    return this.#isReleased || this.#isLost
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
