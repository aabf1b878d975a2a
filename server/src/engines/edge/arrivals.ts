import type { Context } from "#access/context.ts"
import { type App, systemContext } from "#access/perform.ts"
import { lookAtArrival } from "#domains/workspaces/index.ts"
import { dropOldest } from "#kernel/bounds/drop-oldest.ts"

/** The shortest time between two looks at a name. */
const restMs = 5_000
/** A proxy waits for ten seconds. */
const patienceMs = 8_000
const mostNames = 1_000

/** Looks at a name that a workspace has claimed as soon as a visitor arrives at it. Concurrent arrivals share a look. */
export class DomainArrivals {
  readonly #cx: Context
  readonly #looks = new Map<string, { at: number; done: Promise<void> }>()

  constructor(app: App) {
    this.#cx = systemContext(app)
  }

  /** Resolves after the look, or after some seconds. Never rejects. */
  async look(hostname: string): Promise<void> {
    const now = this.#cx.now()
    const last = this.#looks.get(hostname)
    const look = last && now - last.at < restMs ? last : { at: now, done: this.#begin(hostname) }
    this.#looks.delete(hostname)
    this.#looks.set(hostname, look)
    dropOldest(this.#looks, mostNames)
    const { promise: patience, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, patienceMs)
    await Promise.race([look.done, patience])
    clearTimeout(timer)
  }

  async #begin(hostname: string): Promise<void> {
    try {
      await lookAtArrival(this.#cx, hostname)
    } catch (fault) {
      this.#cx.log.warn({ fault }, "A domain could not be looked at.")
    }
  }
}
