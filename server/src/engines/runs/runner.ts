import { findOpenRun, LeaseLost, type RunRow, transitionRun } from "#domains/assistant/on-demand.ts"
import { DatabaseOutage } from "#kernel/database-outage.ts"
import { answer } from "./answer.ts"
import { takeBack } from "./calls/take-back.ts"
import { failRun } from "./mend.ts"
import type { Engine } from "./state/engine.ts"
import { RunLease } from "./state/run-lease.ts"

/** The most runs that this process works on at once. */
const mostAtOnce = 200

export class Runner {
  readonly #engine: Engine
  /** The runs of this process by conversation id; undefined while a run is being taken. */
  readonly #leases = new Map<string, RunLease | undefined>()
  readonly #waiting = new Set<string>()
  readonly #working = new Set<Promise<void>>()
  #isClosed = false

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Takes up the run of a conversation, or notices that it was stopped. */
  look(conversationId: string): void {
    if (this.#isClosed) return
    if (this.#leases.has(conversationId)) {
      this.#waiting.add(conversationId)
      void this.#leases
        .get(conversationId)
        ?.look()
        .catch(() => {})
    } else if (this.#leases.size >= mostAtOnce) this.#waiting.add(conversationId)
    else {
      this.#leases.set(conversationId, undefined)
      this.#track(this.#take(conversationId))
    }
  }

  lookAfter(accountId: string): void {
    for (const [conversationId, lease] of this.#leases)
      if (lease?.run.account_id === accountId) this.look(conversationId)
  }

  has(conversationId: string): boolean {
    return this.#leases.get(conversationId) !== undefined
  }

  /** Releases the runs of this process. Another process, or the next start, takes them up. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const lease of this.#leases.values()) lease?.release()
    await Promise.allSettled(this.#working)
  }

  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => this.#engine.app.log.error({ error: String(error) }, "A run could not be worked on."))
      .finally(() => this.#working.delete(tracked))
    this.#working.add(tracked)
  }

  async #take(conversationId: string): Promise<void> {
    const { cx } = this.#engine
    let lease: RunLease | undefined
    try {
      const open = await findOpenRun(cx, conversationId)
      const run = open && (await cx.atomically((cx) => transitionRun(cx, "take", { id: open.id })))
      if (!run) return
      lease = new RunLease(this.#engine, run)
      this.#leases.set(conversationId, lease)
      if (this.#isClosed) lease.release()
      await this.#work(lease, run)
    } finally {
      lease?.close()
      this.#leases.delete(conversationId)
      this.#next(conversationId)
    }
  }

  async #work(lease: RunLease, run: RunRow): Promise<void> {
    try {
      await (run.kind === "undo" ? takeBack(this.#engine, lease) : answer(this.#engine, lease))
    } catch (thrown) {
      if (lease.isReleased) return await lease.giveBack()
      // Without a database the run cannot be ended here. A process takes it once its lease has expired.
      if (lease.isOver || thrown instanceof LeaseLost || thrown instanceof DatabaseOutage) return
      this.#engine.app.log.error({ fault: thrown }, "A run failed.")
      await failRun(this.#engine, lease).catch(() => lease.end("fail").catch(() => {}))
    }
  }

  /** Takes the next waiting conversation. The one that just ended is first, if it was posted to meanwhile. */
  #next(conversationId: string): void {
    const [first] = this.#waiting.has(conversationId) ? [conversationId] : this.#waiting
    if (first === undefined) return
    this.#waiting.delete(first)
    this.look(first)
  }
}
