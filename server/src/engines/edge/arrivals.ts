import type { Context } from "#access/context.ts"
import { type App, systemContext } from "#access/perform.ts"
import { pollArrival } from "#domains/workspaces/index.ts"
import { dropOldest } from "#kernel/bounds/drop-oldest.ts"

/** The shortest time between two polls of a name. */
const restMs = 5_000
/** A proxy waits for ten seconds. */
const patienceMs = 8_000
const mostNames = 1_000

/** Polls a name that a workspace has claimed as soon as a visitor arrives at it. Concurrent arrivals share a poll. */
export class DomainArrivals {
  readonly #cx: Context
  readonly #polls = new Map<string, { at: number; done: Promise<void> }>()

  constructor(app: App) {
    this.#cx = systemContext(app)
  }

  /** Resolves after the poll, or after some seconds. Never rejects. */
  async poll(hostname: string): Promise<void> {
    const now = this.#cx.now()
    const last = this.#polls.get(hostname)
    const poll = last && now - last.at < restMs ? last : { at: now, done: this.#begin(hostname) }
    this.#polls.delete(hostname)
    this.#polls.set(hostname, poll)
    dropOldest(this.#polls, mostNames)
    const { promise: patience, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, patienceMs)
    await Promise.race([poll.done, patience])
    clearTimeout(timer)
  }

  async #begin(hostname: string): Promise<void> {
    try {
      await pollArrival(this.#cx, hostname)
    } catch (fault) {
      this.#cx.log.warn({ fault }, "A domain could not be polled.")
    }
  }
}
