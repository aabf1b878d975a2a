import type { Inside } from "#access/context.ts"
import {
  type CallRow,
  findRun,
  holdConversation,
  leaseMs,
  listCalls,
  type RunRow,
  updateTurn,
} from "#domains/assistant/on-demand.ts"
import type { Engine } from "./engine.ts"
import { tellOfEnd } from "./tell-of-end.ts"

/** This process is not the one that works on the run any more. */
export class TurnLost extends Error {}

/**
 * One process's work on a run: renews its lease, and notices when its person stops it or another process took it over.
 */
export class Turn {
  readonly #engine: Engine
  readonly #timer: NodeJS.Timeout
  readonly #stopping = new AbortController()
  readonly startedAt: number
  run: RunRow
  #isStopAsked = false
  #isReleased = false

  constructor(engine: Engine, run: RunRow) {
    this.#engine = engine
    this.run = run
    this.startedAt = performance.now()
    this.#timer = setInterval(() => void this.renew().catch(() => {}), leaseMs / 3).unref()
  }

  /** Aborted when the person stops the run, or it is none of this process's any more. */
  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  get isStopAsked(): boolean {
    return this.#isStopAsked
  }

  /** Writes to the run, and in the same transaction whatever goes along with that. @throws TurnLost */
  async update(set: Parameters<typeof updateTurn>[2], along?: (cx: Inside) => Promise<void>): Promise<void> {
    const isOwn = await this.#engine.cx.atomically(async (cx) => {
      const isOwn = await updateTurn(cx, this.run, { lease_until: cx.now() + leaseMs, ...set })
      if (isOwn) await along?.(cx)
      return isOwn
    })
    if (!isOwn) {
      this.#stopping.abort()
      throw new TurnLost()
    }
    this.run = { ...this.run, ...set } as RunRow
  }

  /** Keeps the run, and looks whether it was stopped. @throws TurnLost */
  async renew(): Promise<void> {
    await this.update({})
    await this.look()
  }

  /** Looks whether its person stopped it. @throws TurnLost */
  async look(): Promise<void> {
    const now = await findRun(this.#engine.cx, this.run.id)
    const isOwn = now?.turn === this.run.turn && !this.#isReleased
    if (isOwn && now?.stop_asked_at === null) return
    this.#isStopAsked = isOwn
    this.#stopping.abort()
    if (!isOwn) throw new TurnLost()
  }

  /** Ends this process's work with the state that the run is in then. @throws TurnLost */
  async end(state: RunRow["state"]): Promise<void> {
    clearInterval(this.#timer)
    if (this.#isReleased) throw new TurnLost()
    const worked_ms = this.#worked()
    await this.update({ state, lease_until: null, worked_ms }, (cx) => tellOfEnd(cx, { ...this.run, state, worked_ms }))
    this.#engine.live.touch(this.run.conversation_id)
  }

  /**
   * Leaves the run to its person, whose word is waited for. What they decided while this turn was ending is not left
   * lying: the run is queued then. @throws TurnLost
   */
  async wait(): Promise<void> {
    clearInterval(this.#timer)
    if (this.#isReleased) throw new TurnLost()
    const { cx, live } = this.#engine
    const { conversation_id, id } = this.run
    const state = await cx.atomically(async (inside) => {
      await holdConversation(inside, conversation_id) // decisions hold it too
      const calls = (await listCalls(inside, conversation_id)).filter((call) => call.run_id === id)
      const isOnlyWaiting = calls.some(isWaiting) && !calls.some((call) => call.state === "approved")
      const state = isOnlyWaiting ? ("waiting" as const) : ("queued" as const)
      const set = { state, lease_until: null, worked_ms: this.#worked() }
      return (await updateTurn(inside, this.run, set)) ? state : undefined
    })
    if (state === undefined) throw new TurnLost()
    if (state === "queued") cx.bus.publish("runs", conversation_id)
    live.touch(conversation_id)
  }

  /** Gives the run up without an end: another process goes on with it. */
  release(): void {
    this.#isReleased = true
    this.#stopping.abort()
  }

  /** Says that nobody works on a run that was released, so that whoever looks first takes it. */
  async giveBack(): Promise<void> {
    const { cx } = this.#engine
    await cx.atomically((cx) => updateTurn(cx, this.run, { lease_until: 0, worked_ms: this.#worked() }))
    cx.bus.publish("runs", this.run.conversation_id)
  }

  #worked(): number {
    return this.run.worked_ms + Math.round(performance.now() - this.startedAt)
  }

  get isReleased(): boolean {
    return this.#isReleased
  }

  close(): void {
    clearInterval(this.#timer)
  }
}

const isWaiting = ({ state }: CallRow) => state === "waiting"
